import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MARKDOWN_MAX_LENGTH, parseMarkdown } from '#lib/markdown/markdown.ts';
import type { Block, Inline } from '#lib/markdown/markdown-tokens.ts';
import { MARKUP } from '#tests/support/markdown-text.ts';

/** The drawn parts: the text, the addresses of links, and the depth of nesting. */
interface Drawn {
  text: string;
  links: string[];
  depth: number;
  nestedLinks: boolean;
}

function walkInline(parts: readonly Inline[], drawn: Drawn, depth: number, inLink: boolean): void {
  drawn.depth = Math.max(drawn.depth, depth);
  for (const part of parts) {
    if ('text' in part) drawn.text += part.text;
    else if (part.type !== 'break') {
      if (part.type === 'link') {
        drawn.links.push(part.href);
        drawn.nestedLinks ||= inLink;
      }
      walkInline(part.children, drawn, depth + 1, inLink || part.type === 'link');
    }
  }
}

/** Blocks inside a block. */
function innerBlocks(part: Block): readonly Block[] {
  if (part.type === 'quote') return part.children;
  return part.type === 'list' ? part.items.flatMap((item) => item.children) : [];
}

/** Text-level parts directly inside a block; a table has one list for each cell. */
function innerTexts(part: Block): (readonly Inline[])[] {
  if (part.type === 'table') return [part.header, ...part.rows].flat();
  if (part.type === 'code') return [[{ type: 'text', text: part.text }]];
  return part.type === 'quote' || part.type === 'list' || part.type === 'rule' ? [] : [part.children];
}

function walk(parts: readonly Block[], drawn: Drawn, depth = 1): Drawn {
  drawn.depth = Math.max(drawn.depth, depth);
  for (const part of parts) {
    walk(innerBlocks(part), drawn, depth + 1);
    for (const texts of innerTexts(part)) walkInline(texts, drawn, depth, false);
  }
  return drawn;
}

const draw = (source: string): Drawn =>
  walk(parseMarkdown(source), { text: '', links: [], depth: 0, nestedLinks: false });

const isSafe = (href: string): boolean => /^(https?:\/\/[^@/]+(\/|$)|mailto:)/.test(href);

describe('raw HTML', () => {
  test.each([
    '<script>alert(1)</script>',
    'a <script>alert(1)</script> b',
    '<img src=x onerror=alert(1)>',
    'a <img src=x onerror=alert(1)> b',
    '<svg onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<form action="javascript:alert(1)"><button>x</button></form>',
    '<a href="javascript:alert(1)">x</a>',
    '<meta http-equiv="refresh" content="0;url=//x.test">',
    '<style>*{display:none}</style>',
    '<body onload=alert(1)>',
    '<textarea></textarea><script>alert(1)</script>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<template><script>alert(1)</script></template>',
    '<plaintext>',
    '<!-- <script>alert(1)</script> -->',
    '<!--><script>alert(1)</script>',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<?php echo 1 ?>',
    '<!DOCTYPE html>',
    '<div>**bold**</div>',
    '</div></div></main>',
    '<x onclick=alert(1)>',
    '<dialog open>x</dialog>',
    '<form id=location><input name=href></form>',
  ])('is shown as it was typed: %s', (html) => {
    const drawn = draw(html);
    expect(drawn.text.replaceAll('bold', '**bold**').replaceAll('****', '**')).toBe(html);
    expect(drawn.links).toEqual([]);
  });
});

describe('a hostile address does not become a link', () => {
  const addresses = [
    'javascript:alert(1)',
    'javascript&#58;alert(1)',
    'javascript&#x3a;alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    '&#0000106avascript:alert(1)',
    'java&#10;script:alert(1)',
    'java&#x09;script:alert(1)',
    'java&Tab;script:alert(1)',
    'java\\script:alert(1)',
    '\u0001javascript:alert(1)',
    'java\u200bscript:alert(1)',
    'data:text/html;base64,PHNjcmlwdD4=',
    '//evil.test',
    'https://good.test@evil.test',
    'javascript:/*--></title></style></textarea></script><svg/onload=alert(1)>*/',
  ];
  const forms: [form: string, write: (address: string) => string][] = [
    ['an inline link', (address) => `[name](${address})`],
    ['an inline link in brackets', (address) => `[name](<${address}>)`],
    ['a reference', (address) => `[name][1]\n\n[1]: <${address}>`],
    ['an image', (address) => `![name](${address})`],
    ['an autolink', (address) => `<${address}>`],
    ['an image in a link', (address) => `[![name](${address})](${address})`],
  ];
  const table = forms.flatMap(([form, write]) => addresses.map((address) => [form, address, write] as const));

  test.each(table)('in %s: %j', (_, address, write) => {
    const { links } = draw(write(address));
    // A safe address within the hostile text may become a link by itself.
    expect(links.every(isSafe)).toBe(true);
    expect(links.some((href) => /script|data:|@evil|evil\.test/i.test(href))).toBe(false);
  });
});

/** Characters that are no markup, and parts of addresses. */
const ODD = [
  ...'\r\u0000\u200b\u202e\ud800🚢',
  'e\u0301',
  'http://',
  'http://a.',
  'www.',
  'a.b@c.',
  'a-_.+',
  '> 1. - ',
];

describe('a text made to be slow is parsed quickly', () => {
  const fill = (part: string): string => part.repeat(Math.ceil(MARKDOWN_MAX_LENGTH / part.length));
  const lines = (line: (index: number) => string, count = 200): string =>
    Array.from({ length: count }, (_, index) => line(index)).join('\n');

  /** Alone, and with a word: what a word follows begins something, what follows a word ends it. */
  const parts = [...MARKUP, ...ODD].flatMap((part) => [part, `${part}a `, `a${part}`]);
  const bombs: [name: string, source: string][] = [
    ...parts.map((part): [string, string] => [`${JSON.stringify(part)} repeated`, fill(part)]),
    ['deeper and deeper lists', lines((index) => `${' '.repeat(index)}- a`)],
    ['deeper and deeper quotes', lines((index) => `${'>'.repeat(index)} a`)],
    ['a table of many columns', `${fill('|a').slice(0, 9000)}\n${fill('|-').slice(0, 9000)}`],
    ['emphasis inside emphasis', `${'*a '.repeat(500)}${' b*'.repeat(500)}`],
    ['brackets inside brackets', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['links inside links', `${'['.repeat(300)}a${'](https://x.test)'.repeat(300)}`],
    ['images inside images', `${'!['.repeat(300)}a${'](https://x.test)'.repeat(300)}`],
    ['an endless mail address', `${'a'.repeat(MARKDOWN_MAX_LENGTH - 1)}@`],
    ['an address with closing brackets', `http://a${')'.repeat(MARKDOWN_MAX_LENGTH - 8)}`],
    ['one word of 2,000 letters', 'x'.repeat(2000)],
  ];

  function expectQuick(source: string): void {
    const start = process.threadCpuUsage();
    const drawn = draw(source.slice(0, MARKDOWN_MAX_LENGTH));
    // Usually a few milliseconds. A busy machine takes longer, but not more of the processor's time.
    expect(process.threadCpuUsage(start).user).toBeLessThan(1_500_000);
    expect(drawn.depth).toBeLessThanOrEqual(40);
    expect(drawn.nestedLinks).toBe(false);
    expect(drawn.links.every(isSafe)).toBe(true);
  }

  test.each(bombs)('%s', (_, source) => expectQuick(source));

  test('whatever is repeated', () => {
    const some = fc.array(fc.constantFrom('a', ' ', ...MARKUP), { minLength: 2, maxLength: 4 });
    fc.assert(fc.property(some, (repeated) => expectQuick(fill(repeated.join('')))));
  });

  test('with ten times the maximum length', () => {
    expect(parseMarkdown(fill('*a_b ').repeat(10)).length).toBeGreaterThan(0);
  });
});

test('any text is parsed without an error, and its links are safe', () => {
  const pieces = fc.constantFrom('a', ...MARKUP);
  const source = fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 60 });
  fc.assert(
    fc.property(source, (typed) => {
      const drawn = draw(typed.join(''));
      return drawn.links.every(isSafe) && !drawn.nestedLinks;
    }),
    { numRuns: 1000 },
  );
});
