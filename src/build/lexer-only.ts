/**
 * Leaves only marked's lexer in the browser's modules. Its one file makes a parser and a renderer when it is loaded,
 * so the bundler keeps all of it; tokens are drawn as React elements here, and nothing else of it is ever used. Saves
 * 3 KB of brotli on every screen with posts.
 */
import type { Plugin } from 'vite';

/** The file's code up to its renderer, with the lexer exported. Throws when a new version is laid out otherwise. */
export function lexerOnly(code: string): string {
  const rest = /\bvar \w+=class\{options;parser;constructor/.exec(code);
  const lexer = /\bexport\{.*?\b(\w+) as Lexer\b/.exec(code);
  if (rest === null || lexer === null)
    throw new Error('marked is laid out in a new way: see src/build/lexer-only.ts.');
  // What `BoundedLexer` always asks for, and no extensions, said as constants: the bundler drops what is only for other markdown.
  const kept = code
    .slice(0, rest.index)
    .replaceAll('this.options.pedantic', 'false')
    .replaceAll('this.options.gfm', 'true')
    .replaceAll('this.options.breaks', 'true')
    .replaceAll('this.options.extensions', 'null');
  return `${kept}export{${lexer[1]} as Lexer};`;
}

/** The plugin; browser code only. */
export function lexerOnlyPlugin(): Plugin {
  return {
    name: 'marked-lexer-only',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\/marked\/lib\/marked\.esm\.js$/ },
      handler: (code) => ({ code: lexerOnly(code), map: null }),
    },
  };
}
