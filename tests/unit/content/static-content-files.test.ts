import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { harmlessFragment, readStaticFile } from '#lib/content/static-content-files.ts';
import { staticHash } from '#lib/content/static-hash.ts';

const folder = mkdtempSync(join(tmpdir(), 'assets-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('an editors’ file baked into a page', () => {
  it.each([
    [
      'is unchanged if it is valid',
      '<p class="lead">A <b>b</b><br>c</p>',
      '<p class="lead">A <b>b</b><br>c</p>',
    ],
    ['has its open elements closed', '<div><p>A', '<div><p>A</p></div>'],
    ['loses stray end tags', 'A</div></main>', 'A'],
    ['has elements closed that an end tag skips', '<ul><li>A</ul>B', '<ul><li>A</li></ul>B'],
    ['loses a tag that is cut off', '<p>A</p><a href="x', '<p>A</p>'],
    ['keeps a lone less-than sign', '<p>1 < 2</p>', '<p>1 < 2</p>'],
    ['loses scripts with their content', 'A<script>if (1 < 2) alert()</script>B', 'AB'],
    ['loses a script without an end tag', 'A<script>alert()', 'A'],
    ['is empty if it is a complete page', '<!doctype html><html><body>A</body></html>', ''],
    ['loses comments', 'A<!-- <div> -->B<!-- open', 'AB'],
    ['loses handlers and inline styles', '<p onclick="x()" style=\'a:b\' id=c>A</p>', '<p id=c>A</p>'],
  ])('%s', (_, given, wanted) => {
    expect(harmlessFragment(given)).toBe(wanted);
  });

  it('has the fingerprint of the file on disk', () => {
    writeFileSync(join(folder, 'psa.eu.html'), '<p>Hello\n');
    expect(readStaticFile('psa.eu.html', folder)).toEqual({
      url: '/assets/psa.eu.html',
      html: '<p>Hello\n</p>',
      hash: staticHash('<p>Hello'),
    });
  });

  it('is empty if the file is missing', () => {
    expect(readStaticFile('nothing.html', folder).html).toBe('');
  });
});
