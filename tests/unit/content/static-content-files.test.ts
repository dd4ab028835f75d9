import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { checkTexts, cleanFragment, readStaticFile } from '#lib/content/static-content-files.ts';
import { staticHash } from '#lib/content/static-hash.ts';

const folder = mkdtempSync(join(tmpdir(), 'assets-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder with these files. */
function filesOf(files: Record<string, string | Buffer>): string {
  const target = mkdtempSync(join(folder, 'texts-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(target, name), content);
  return target;
}

describe('an editors’ file baked into a page', () => {
  it.each([
    [
      'is unchanged if it is valid',
      '<p class="lead">A <b>b</b><br>c</p>',
      '<p class="lead">A <b>b</b><br>c</p>',
    ],
    [
      'keeps pictures, tables and anchors',
      '<img src="/assets/a.png" alt="A" width="20" height="10"><table><tbody><tr><th scope="col" colspan="2">A</th></tr></tbody></table><h2 id="b">B</h2><a href="#b">C</a><a href="https://example.org/">D</a><p data-always-shown="">E</p>',
      '<img src="/assets/a.png" alt="A" width="20" height="10"><table tabindex="0"><tbody><tr><th scope="col" colspan="2">A</th></tr></tbody></table><h2 id="b">B</h2><a href="#b">C</a><a href="https://example.org/">D</a><p data-always-shown="">E</p>',
    ],
    ['has its open elements closed', '<div><p>A', '<div><p>A</p></div>'],
    [
      'has paragraphs and items closed as browsers do',
      '<p>A<p>B<ul><li>C<li>D</ul>',
      '<p>A</p><p>B</p><ul><li>C</li><li>D</li></ul>',
    ],
    ['loses stray end tags', 'A</div></main>', 'A'],
    ['has elements closed that an end tag skips', '<ul><li>A</ul>B', '<ul><li>A</li></ul>B'],
    ['loses a tag that is cut off', '<p>A</p><a href="x', '<p>A</p>'],
    ['shows a lone less-than sign', '<p>1 < 2</p>', '<p>1 &lt; 2</p>'],
    ['loses scripts with their content', 'A<script>if (1 < 2) alert()</script>B', 'AB'],
    ['loses a script without an end tag', 'A<script>alert()', 'A'],
    ['loses a refresh', 'A<meta http-equiv="refresh" content="0;url=/x">', 'A'],
    [
      'loses what is not text',
      '<base href="/x"><link rel="stylesheet" href="/y">A<iframe src="/">B</iframe><svg><a>C</a></svg>',
      'A',
    ],
    ['keeps the content of an unknown element', '<center><font color="red">A</font></center>', 'A'],
    [
      'is the body of a whole page',
      '<!doctype html><html><head><title>T</title></head><body class="x"><p>A</p></body></html>',
      '<p>A</p>',
    ],
    ['loses comments', 'A<!-- <div> -->B<!-- open', 'AB'],
    ['loses handlers and inline styles', '<p onclick="x()" style=\'a:b\' id=c>A</p>', '<p id="c">A</p>'],
    [
      'loses links that run a script',
      '<a href="java\nscript:x()">A</a><a href=" JavaScript:x()">B</a><a href="data:text/html,x">C</a>',
      '<a>A</a><a>B</a><a>C</a>',
    ],
    [
      'loses pictures of other sites',
      '<img src="https://example.org/a.png" alt="A"><img src="//example.org/a.png">',
      '<img alt="A"><img>',
    ],
  ])('%s (Rule 2.49)', (_, given, wanted) => {
    expect(cleanFragment(given).html).toBe(wanted);
  });

  it('has the fingerprint of the file on disk', () => {
    expect(readStaticFile('psa.eu.html', filesOf({ 'psa.eu.html': '<p>Hello\n' }))).toMatchObject({
      url: '/assets/psa.eu.html',
      html: '<p>Hello\n</p>',
      hash: staticHash('<p>Hello'),
    });
  });

  it('is read without its byte-order mark (Rule 2.50)', () => {
    expect(readStaticFile('a.html', filesOf({ 'a.html': '\uFEFF<p>Ä</p>' }))).toMatchObject({
      html: '<p>Ä</p>',
      hash: staticHash('<p>Ä</p>'),
    });
  });

  it('is empty if the file is missing', () => {
    expect(readStaticFile('nothing.html', folder).html).toBe('');
  });

  it('is refused if it is not UTF-8 (Rule 2.50)', () => {
    const target = filesOf({ 'a.html': Buffer.from('<p>Ä</p>', 'latin1') });
    expect(() => readStaticFile('a.html', target)).toThrow('public/assets/a.html is not UTF-8.');
  });
});

describe('the check of the editors’ files', () => {
  it('names file and line of what pages will not show (Rule 2.50)', () => {
    const text = [
      '<p>A</p>',
      '<meta http-equiv="refresh" content="0">',
      '<p style="color: red" id="b">B <a href="javascript:c()">C</a></p>',
      '<script>',
      'd()</script><center>E</center>',
      '<img src="https://example.org/f.png" alt="">',
      '<p class="lead>G</p>',
    ].join('\n');
    expect(checkTexts(filesOf({ 'a.html': text, 'b.html': '<p>Fine</p>', 'picture.png': '<x>' }))).toEqual({
      broken: [],
      dropped: [
        'public/assets/a.html:2: <meta> is dropped.',
        'public/assets/a.html:3: The style of <p> is dropped.',
        'public/assets/a.html:3: The href of <a> is dropped: a link leads to a web page or starts an e-mail.',
        'public/assets/a.html:4: <script> is dropped with its content.',
        'public/assets/a.html:5: <center> is dropped.',
        'public/assets/a.html:6: The src of <img> is dropped: a picture is a file of the site.',
        'public/assets/a.html:7: The end of the text is dropped, because a tag lacks its ">" or a closing quotation mark.',
      ],
    });
  });

  it.each([
    [
      'with all its elements',
      '<!doctype html>\n<html>\n<head><title>T</title></head><body>A</body></html>',
      [1, 3],
    ],
    ['with <html>', '\n<html lang="en">\nA', [2]],
    ['with <body>', '\n\n<body class="x">A', [3]],
  ])('says that a whole page %s is reduced to its body (Rule 2.50)', (_, text, lines) => {
    const { findings } = cleanFragment(text);
    expect(findings[0]?.what).toBe('This is a whole page: only the content of its <body> is used.');
    expect(findings.map(({ line }) => line)).toEqual(lines);
  });

  it('names a comment that hides the rest', () => {
    expect(cleanFragment('<p>A</p>\n<!-- <p>B</p>').findings).toEqual([
      { line: 2, what: 'The end of the text is dropped, because a comment lacks its "-->".' },
    ]);
  });

  it('names something where pages lose a word (Rule 2.50)', () => {
    const pieces = [
      '<p>~</p>~<b>~</b ~<~</~>~<!~<?~?>~<![CDATA[~]]>~--~/~"~=~<div class="~<img alt="~<a href="',
      '<ul><li>~<table><tr><td>~</table>~<br>~&lt;~<script>~</script>~<style>~<select>~<title>',
      '<template>~<textarea>~</textarea>~<frame>~<body>~<html>~<head>~<center>~<h2>~<noscript>~<3 ',
      '</3 ~ ~\n',
    ].flatMap((row) => row.split('~'));
    const text = fc.array(fc.constantFrom(...pieces, null), { maxLength: 16 }).map((parts) => {
      let count = 0;
      return parts.map((part) => part ?? `noob${'abcdefghijklmnop'[count++]} `).join('');
    });
    fc.assert(
      fc.property(text, (source) => {
        const { html, findings } = cleanFragment(source);
        // The name of an end tag is no word of the text.
        const words = source.replaceAll(/<\/noob\w/g, '').match(/noob\w/g) ?? [];
        const lost = words.filter((word) => !html.includes(word));
        if (lost.length > 0) expect(findings, JSON.stringify(source)).not.toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    '<p>A</p>\n</3 words> B',
    '<p>A</p>\n<!words> B',
    '<p>A</p>\n<?words?> B',
    '<p>A</p>\n<![CDATA[words]]> B',
  ])('names what browsers take for a comment: %j', (text) => {
    expect(cleanFragment(text).findings).toEqual([
      { line: 2, what: 'The text from a "<" to the next ">" is dropped. Write the sign "<" as "&lt;".' },
    ]);
  });

  it.each([
    ['UTF-16', Buffer.from('\uFEFF<p>A</p>', 'utf16le'), 'It looks like UTF-16.'],
    ['UTF-16 without a mark', Buffer.from('<p>A</p>', 'utf16le'), 'It looks like UTF-16.'],
    [
      'Latin-1',
      Buffer.from('<p>A</p>\n<p>Grüße</p>', 'latin1'),
      'Line 2 looks like Latin-1 or Windows-1252, or has lost letters.',
    ],
    [
      'a text that lost letters',
      '<p>Gr\uFFFDe</p>',
      'Line 1 looks like Latin-1 or Windows-1252, or has lost letters.',
    ],
  ])('refuses %s in a sentence (Rule 2.50)', (_, content, guess) => {
    expect(checkTexts(filesOf({ 'a.html': content }))).toEqual({
      broken: [
        `public/assets/a.html is not UTF-8. ${guess} Save it with the encoding UTF-8, and check its special letters.`,
      ],
      dropped: [],
    });
  });

  it('has nothing to say about the texts of the site', () => {
    expect(checkTexts()).toEqual({ broken: [], dropped: [] });
  });
});
