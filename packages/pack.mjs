/**
 * Before `npm pack`, compiles a package and points its exports at the JavaScript, because Node strips no types below
 * node_modules. In the repository the exports are the sources. `--restore` is for afterwards.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const [pattern, replacement] = process.argv.includes('--restore')
  ? [/"\.\/dist\/(.+)\.js"/g, '"./src/$1.ts"']
  : [/"\.\/src\/(.+)\.ts"/g, '"./dist/$1.js"'];

rmSync('dist', { recursive: true, force: true });
if (!process.argv.includes('--restore')) execFileSync('tsc', { stdio: 'inherit' });
writeFileSync('package.json', readFileSync('package.json', 'utf8').replace(pattern, replacement));
