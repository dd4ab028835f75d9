import { describe, expect, test } from 'vitest';
import { MARKDOWN_MAX_LENGTH, parseMarkdown } from '#lib/markdown/markdown.ts';
import type { Block, Inline } from '#lib/markdown/markdown-tokens.ts';

/** Tokens in a short, readable form. */
function inline(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      switch (part.type) {
        case 'text':
          return part.text;
        case 'code':
          return `code(${part.text})`;
        case 'break':
          return '⏎';
        case 'moment':
          return `moment(${part.text})`;
        case 'link':
          return `link(${part.href}: ${inline(part.children)})`;
        default:
          return `${part.type}(${inline(part.children)})`;
      }
    })
    .join('');
}

function block(part: Block): string {
  switch (part.type) {
    case 'paragraph':
      return `p(${inline(part.children)})`;
    case 'tight':
      return inline(part.children);
    case 'heading':
      return `h${part.depth}(${inline(part.children)})`;
    case 'code':
      return `pre(${part.text})`;
    case 'quote':
      return `quote(${blocks(part.children)})`;
    case 'list': {
      const items = part.items.map(({ checked, children }) => {
        const box = checked === null ? '' : checked ? '[x]' : '[ ]';
        return `${box}${blocks(children)}`;
      });
      return `${part.ordered ? `ol${part.start}` : 'ul'}(${items.join('; ')})`;
    }
    case 'table': {
      const rows = [part.header, ...part.rows].map((cells) => cells.map(inline).join(' | '));
      return `table[${part.align.map((align) => align ?? '-').join()}](${rows.join(' / ')})`;
    }
    default:
      return 'rule';
  }
}

const blocks = (parts: readonly Block[]): string => parts.map(block).join(' ');
const read = (source: string): string => blocks(parseMarkdown(source));

describe('markdown (Rule 16.2)', () => {
  test.each<[what: string, source: string, tokens: string]>([
    ['an empty text', '', ''],
    ['blank lines', ' \n\n \n', ''],
    ['a paragraph', 'Hello', 'p(Hello)'],
    ['two paragraphs', 'a\n\nb', 'p(a) p(b)'],
    ['line breaks', 'a\nb', 'p(a⏎b)'],
    ['Windows line breaks', 'a\r\nb', 'p(a⏎b)'],
    ['strong', 'a **b** __c__', 'p(a strong(b) strong(c))'],
    ['emphasis', '*a* _b_', 'p(em(a) em(b))'],
    ['strong emphasis', '***a***', 'p(em(strong(a)))'],
    ['struck-out text', '~~a~~', 'p(del(a))'],
    ['code', '`a <b> &amp;`', 'p(code(a <b> &amp;))'],
    ['a code block with its language', '```js x\nlet a;\n```', 'p(js x) pre(let a;)'],
    ['an indented code block', '    a', 'pre(a)'],
    ['a fence that is not closed', '```\na', 'pre(a)'],
    ['headings', '# a\n\n## b\n\nc\n=', 'h1(a) h2(b) h1(c)'],
    ['headings without gaps in their levels', '#### a\n\n###### b\n\n## c', 'h1(a) h2(b) h2(c)'],
    ['a quote', '> a\n> b\n\nc', 'quote(p(a⏎b)) p(c)'],
    ['a list', '- a\n- b', 'ul(a; b)'],
    ['a loose list', '- a\n\n- b', 'ul(p(a); p(b))'],
    ['an ordered list', '3. a\n4. b', 'ol3(a; b)'],
    ['an ordered list from 0', '0. a\n1. b', 'ol0(a; b)'],
    ['nested lists', '- a\n  - b', 'ul(a ul(b))'],
    ['tasks', '- [x] a\n- [ ] b', 'ul([x]a; [ ]b)'],
    ['tasks in a loose list', '- [x] a\n\n- [ ] b', 'ul([x]p(a); [ ]p(b))'],
    ['a table', '|a|b|\n|:-|-:|\n|*c*|d|', 'table[left,right](a | b / em(c) | d)'],
    ['a table without a body', '|a|b|\n|-|-|', 'table[-,-](a | b)'],
    ['a table with cells beyond its header, as typed', '|a|\n|-|\n|b|c|', 'p(|a|⏎|-|⏎|b|c|)'],
    ['a rule', 'a\n\n---', 'p(a) rule'],
    ['a link', '[a *b*](https://x.test "T")', 'p(link(https://x.test/: a em(b)) "T")'],
    ['a link with a refused address, as typed', '[a *b*](noobs "T")', 'p([a *b*](noobs "T"))'],
    ['a reference as typed', '[a][1]\n\n[1]: c "d"', 'p([a][1]) p([1]: c "d")'],
    ['bare addresses', 'see https://x.test/a.', 'p(see link(https://x.test/a: https://x.test/a).)'],
    ['bare hosts', 'www.x.test', 'p(link(http://www.x.test/: www.x.test))'],
    ['bare mail addresses', 'a@x.test', 'p(link(mailto:a@x.test: a@x.test))'],
    ['a link without a name', '[](https://x.test)', 'p(link(https://x.test/: https://x.test/))'],
    [
      'a link with an invisible name',
      '[\u200b\u00a0](https://x.test)',
      'p(link(https://x.test/: https://x.test/))',
    ],
    ['quoted chat', 'a\n\n[12:04]: sunk\n\n[ALL]:\nb', 'p(a) p([12:04]: sunk) p([ALL]:⏎b)'],
    ['invisible entities alone, as typed', '> &#8203;\n\n&#8203;', 'p(> &#8203;⏎⏎&#8203;)'],
    ['a letter with a thousand marks, shortened', `a${'&#769;'.repeat(1000)}`, `p(a${'\u0301'.repeat(6)})`],
    ['an image, which becomes a link', '![alt](https://x.test/a.png)', 'p(link(https://x.test/a.png: alt))'],
    [
      'an image without a name',
      '![](https://x.test/a.png)',
      'p(link(https://x.test/a.png: https://x.test/a.png))',
    ],
    [
      'references in addresses',
      '[a](https://x.test/?b&amp;c) ![d](https://x.test/?e&amp;f)',
      'p(link(https://x.test/?b&c: a) link(https://x.test/?e&f: d))',
    ],
    [
      'a link named by another address',
      '[a <https://y.test> b](https://x.test)',
      'p(link(https://x.test/: a https://y.test b))',
    ],
    ['an image in a link', '[![alt](https://y.test/)](https://x.test/)', 'p(link(https://x.test/: alt))'],
    ['escapes', '\\*a\\* \\<b>', 'p(*a* <b>)'],
    ['character references', 'a &amp; &lt;b&gt; &#169; &#x1F6A2;', 'p(a & <b> © 🚢)'],
    [
      'invalid character references',
      '&nosuch; &#0; &#xD800; &#99999999; &',
      'p(&nosuch; \ufffd \ufffd &#99999999; &)',
    ],
    ['right-to-left text and emoji', 'שלום **🚢**', 'p(שלום strong(🚢))'],
  ])('parses %s', (_, source, tokens) => {
    expect(read(source)).toBe(tokens);
  });

  test('leaves text beyond the limit as it was typed', () => {
    const tail = '**not strong**\nand so on';
    const tokens = parseMarkdown(`${'a'.repeat(MARKDOWN_MAX_LENGTH)}${tail}`);
    expect(tokens).toHaveLength(2);
    expect(block(tokens[1] as Block)).toBe('p(**not strong**⏎and so on)');
  });
});
