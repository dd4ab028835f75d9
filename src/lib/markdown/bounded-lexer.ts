/** marked's lexer with limits, so that the cost of lexing a hostile text is linear in its length. */
import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';

/** Quotes and lists that are nested deeper stay text. */
export const BLOCK_DEPTH_MAX = 8;
/** Emphasis and links that are nested deeper stay text. */
const INLINE_DEPTH_MAX = 16;
/** Longest paragraph that is searched for emphasis and links: the search is quadratic for hostile text. */
export const INLINE_MAX_LENGTH = 2500;

const asText = (source: string): Tokens.Text => ({ type: 'text', raw: source, text: source });

const { gfm: block } = Lexer.rules.block;
/** The expressions that take longest to compile: 2 to 10 ms each. */
export const slowExpressions: readonly RegExp[] = [
  block.lheading,
  block.paragraph,
  block.blockquote,
  block.table,
  block.html,
  Lexer.rules.inline.breaks.emStrongRDelimAst,
];

/** Reads no reference definitions: they would hide quoted chat, such as `[ALL]: noobs` (Rule 16.14). */
class VisibleTokenizer extends Tokenizer {
  override def(): undefined {
    // The line is a paragraph.
  }
}

/** Lexes GitHub-flavoured markdown without reference definitions, and keeps line breaks. */
export class BoundedLexer extends Lexer {
  #blockDepth = 0;
  #inlineDepth = 0;

  constructor() {
    super({ gfm: true, breaks: true, tokenizer: new VisibleTokenizer() });
  }

  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], lastParagraphClipped = false): Token[] {
    if (this.#blockDepth >= BLOCK_DEPTH_MAX) {
      tokens.push({ type: 'paragraph', raw: source, text: source, tokens: [asText(source)] });
      return tokens;
    }
    this.#blockDepth += 1;
    try {
      return super.blockTokens(source, tokens, lastParagraphClipped);
    } finally {
      this.#blockDepth -= 1;
    }
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (this.#inlineDepth >= INLINE_DEPTH_MAX || source.length > INLINE_MAX_LENGTH) {
      tokens.push(asText(source));
      return tokens;
    }
    this.#inlineDepth += 1;
    try {
      return super.inlineTokens(source, tokens);
    } finally {
      this.#inlineDepth -= 1;
    }
  }
}
