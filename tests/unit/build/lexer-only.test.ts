import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { lexerOnly } from '../../../src/build/lexer-only.ts';

const file = createRequire(import.meta.url).resolve('marked');
const source = readFileSync(join(file, '..', 'marked.esm.js'), 'utf8');

describe('marked without its parser and renderer', () => {
  it('still finds the same tokens in GitHub-flavoured markdown with line breaks kept', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'marked-'));
    const path = join(folder, 'lexer.mjs');
    writeFileSync(path, lexerOnly(source));
    const { Lexer } = (await import(/* @vite-ignore */ path)) as { Lexer: typeof marked.Lexer };
    const text =
      '# A *b* [c](https://example.org)\n\n- [x] d\n\n| e | f |\n| - | - |\n| `g` | ~~h~~ |\n\n> i\nj  www.example.org\n';
    const options = { gfm: true, breaks: true };
    expect(Lexer.lex(text, options)).toEqual(marked.lexer(text, options));
    rmSync(folder, { recursive: true });
  });

  it('refuses a version that is laid out otherwise', () => {
    expect(() => lexerOnly('export{a as Lexer}')).toThrow('marked is laid out in a new way');
  });
});
