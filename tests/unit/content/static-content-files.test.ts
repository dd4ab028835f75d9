import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { harmlessFragment, readStaticFile } from '#lib/content/static-content-files.ts';
import { staticHash } from '#lib/content/static-hash.ts';

const folder = mkdtempSync(join(tmpdir(), 'assets-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('An editors’ file baked into a page', () => {
  it.each([
    [
      'is kept as it is when sound',
      '<p class="lead">A <b>b</b><br>c</p>',
      '<p class="lead">A <b>b</b><br>c</p>',
    ],
    ['is closed where it is left open', '<div><p>A', '<div><p>A</p></div>'],
    ['loses stray end tags', 'A</div></main>', 'A'],
    ['closes what an end tag skips', '<ul><li>A</ul>B', '<ul><li>A</li></ul>B'],
    ['loses a tag that breaks off', '<p>A</p><a href="x', '<p>A</p>'],
    ['keeps a lone less-than sign', '<p>1 < 2</p>', '<p>1 < 2</p>'],
    ['loses scripts and what is in them', 'A<script>if (1 < 2) alert()</script>B', 'AB'],
    ['loses a script that never ends', 'A<script>alert()', 'A'],
    ['is nothing when it is a whole page', '<!doctype html><html><body>A</body></html>', ''],
    ['loses comments', 'A<!-- <div> -->B<!-- open', 'AB'],
    ['loses handlers and inline styles', '<p onclick="x()" style=\'a:b\' id=c>A</p>', '<p id=c>A</p>'],
  ])('%s', (_, given, wanted) => {
    expect(harmlessFragment(given)).toBe(wanted);
  });

  it('carries the fingerprint of the file on disk', () => {
    writeFileSync(join(folder, 'psa.eu.html'), '<p>Hello\n');
    expect(readStaticFile('psa.eu.html', folder)).toEqual({
      url: '/assets/psa.eu.html',
      html: '<p>Hello\n</p>',
      hash: staticHash('<p>Hello'),
    });
  });

  it('is empty when the file is missing', () => {
    expect(readStaticFile('nothing.html', folder).html).toBe('');
  });
});
