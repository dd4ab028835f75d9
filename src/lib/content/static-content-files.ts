/** Editors' files at build time: decoded, cleaned and fingerprinted. Node only. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { staticHash } from '#lib/content/static-hash.ts';
import { fateOf, isGarbled, keepsAttribute, mayScroll } from '#lib/content/static-rules.ts';
import { GUIDELINES_FILE, headingCode } from '#lib/domain/heading-code.ts';

/** The folder of the editors' files. */
export const TEXTS_FOLDER = 'public/assets';

/** Something in a file that pages will not show. */
export interface Finding {
  /** Counted from 1. */
  line: number;
  /** A sentence. */
  what: string;
}

const NO_TAG = 'The text from a "<" to the next ">" is dropped. Write the sign "<" as "&lt;".';

/** Errors of the parser that lose text. */
const LOST: Readonly<Record<string, string>> = {
  'eof-in-tag': 'The end of the text is dropped, because a tag lacks its ">" or a closing quotation mark.',
  'eof-in-comment': 'The end of the text is dropped, because a comment lacks its "-->".',
  'incorrectly-opened-comment': NO_TAG,
  'cdata-in-html-content': NO_TAG,
  'unexpected-question-mark-instead-of-tag-name': NO_TAG,
  'end-tag-with-attributes': 'The end of a tag is dropped: after "</" there is only the name of an element.',
};

/**
 * The text that an error of the parser loses. After a `<` alone, an invalid name is text; after
 * `</`, it is lost up to the next `>`.
 */
const lostBy = (code: string, before: string): string | undefined =>
  code === 'invalid-first-character-of-tag-name' && before === '/' ? NO_TAG : LOST[code];

/** Why an attribute is dropped on which other values are possible. */
const REASONS: Readonly<Record<string, string>> = {
  href: ': a link leads to a web page or starts an e-mail',
  src: ': a picture is a file of the site',
};

const textOf = (node: Tree.ChildNode): string => {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
};

type Report = (node: Tree.Node, what: string) => void;

function cleanElement(element: Tree.Element, report: Report): Tree.ChildNode[] {
  const name = element.tagName;
  const fate = fateOf(name);
  if (fate === 'drop') {
    report(element, `<${name}> is dropped with its content.`);
    return [];
  }
  if (fate === 'unwrap') report(element, `<${name}> is dropped.`);
  else
    element.attrs = element.attrs.filter((attribute) => {
      const keeps = keepsAttribute(attribute);
      if (!keeps)
        report(element, `The ${attribute.name} of <${name}> is dropped${REASONS[attribute.name] ?? ''}.`);
      return keeps;
    });
  const content = cleanNodes(element.childNodes, report);
  if (fate === 'unwrap') return content;
  if (mayScroll(name)) element.attrs.push({ name: 'tabindex', value: '0' });
  element.childNodes = content;
  return [element];
}

const cleanNodes = (nodes: readonly Tree.ChildNode[], report: Report): Tree.ChildNode[] =>
  nodes.flatMap((node) => {
    if ('tagName' in node) return cleanElement(node, report);
    return node.nodeName === '#text' ? [node] : [];
  });

/** Makes ids of the headings that have none, because moderators refer to them (Rule 28.40). */
function giveIds(nodes: readonly Tree.ChildNode[]): void {
  for (const node of nodes) {
    if (!('tagName' in node)) continue;
    if (node.tagName === 'h2' && !node.attrs.some(({ name }) => name === 'id'))
      node.attrs.push({ name: 'id', value: headingCode(textOf(node)) });
    giveIds(node.childNodes);
  }
}

/**
 * The part of an editors' file that pages show, as HTML whose elements are all closed, and what it leaves out. Of a whole page,
 * the content of its body is used.
 */
export function cleanFragment(text: string, name = ''): { html: string; findings: Finding[] } {
  const findings: Finding[] = [];
  const report: Report = ({ sourceCodeLocation }, what) =>
    void findings.push({ line: sourceCodeLocation?.startLine ?? 1, what });
  const page = parse(text, {
    // Browsers read the files with the same setting, so `<noscript>` has elements for both.
    scriptingEnabled: false,
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startLine, startOffset }) => {
      const what = lostBy(code, text.charAt(startOffset - 1));
      if (what !== undefined) findings.push({ line: startLine, what });
    },
  });
  const root = page.childNodes.find((node) => 'tagName' in node);
  const parts = root?.childNodes.filter((node) => 'tagName' in node) ?? [];
  const tag = [...page.childNodes, ...parts].find(
    (node) => node.nodeName !== '#comment' && node.sourceCodeLocation,
  );
  if (tag) report(tag, 'This is a whole page: only the content of its <body> is used.');
  // Elements for the head are none of a text: this only reports them.
  for (const part of parts) if (part.tagName !== 'body') cleanNodes(part.childNodes, report);
  const body = parts.find(({ tagName }) => tagName === 'body');
  const childNodes = cleanNodes(body?.childNodes ?? [], report);
  if (name === GUIDELINES_FILE) giveIds(childNodes);
  const html = serialize({ nodeName: '#document-fragment', childNodes }).trim();
  return { html, findings: findings.sort((one, other) => one.line - other.line) };
}

/** A file that is not saved as UTF-8. */
export class EncodingError extends Error {}

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Decodes a file, with or without a byte-order mark. `name` is for the sentence of the error. */
function decode(bytes: Uint8Array, name: string): string {
  const text = new TextDecoder().decode(bytes);
  if (!isGarbled(text)) return text;
  const guess = text.includes('\0')
    ? 'It looks like UTF-16'
    : `Line ${lineOf(text, text.indexOf('\uFFFD'))} looks like Latin-1 or Windows-1252, or has lost letters`;
  throw new EncodingError(
    `${name} is not UTF-8. ${guess}. Save it with the encoding UTF-8, and check its special letters.`,
  );
}

/**
 * Reads `public/assets/{name}` as it is baked into a page, with the address from which the browser loads newer versions and the
 * `staticHash` of the file on disk. A missing or unreadable file reads as empty. Throws an `EncodingError`.
 */
export function readStaticFile(name: string, folder = join(process.cwd(), TEXTS_FOLDER)) {
  let bytes = new Uint8Array();
  try {
    bytes = readFileSync(join(folder, name));
  } catch {
    // Editors may delete a notice; the page works without it.
  }
  const text = decode(bytes, `${TEXTS_FOLDER}/${name}`);
  return { url: `/assets/${name}`, hash: staticHash(text), ...cleanFragment(text, name) };
}

/** Sentences about the files in `folder`: what is not UTF-8, and what pages will not show. */
export function checkTexts(folder = join(process.cwd(), TEXTS_FOLDER)): {
  broken: string[];
  dropped: string[];
} {
  const broken: string[] = [];
  const dropped: string[] = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.html'))) {
    try {
      for (const { line, what } of readStaticFile(name, folder).findings)
        dropped.push(`${TEXTS_FOLDER}/${name}:${line}: ${what}`);
    } catch (error) {
      if (!(error instanceof EncodingError)) throw error;
      broken.push(error.message);
    }
  }
  return { broken, dropped };
}
