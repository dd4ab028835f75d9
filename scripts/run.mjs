/**
 * Starts the program of an npm script, on the Node of node_modules and once everything is installed:
 * `node scripts/run.mjs [--browser] PROGRAM [ARGUMENTS]`. Plain JavaScript: see bootstrap.mjs, which reads `--browser`.
 */
import './bootstrap.mjs';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Node before 20.11 has no `import.meta.dirname`.
const root = fileURLToPath(new URL('..', import.meta.url));
const installed = path.join(root, 'node_modules/node');
const [program, ...args] = process.argv.slice(process.argv[2] === '--browser' ? 3 : 2);
const file = path.resolve(root, program);
const { version } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));

if (process.version === `v${version}`) {
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
} else {
  const node = path.join(installed, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const child = spawn(node, [...process.execArgv, file, ...args], { stdio: 'inherit' });
  // A terminal sends this one to both processes.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => child.kill(signal));
  // npm's shell ends without passing it on.
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || child.kill(), 500).unref();
  child.on('exit', (code) => process.exit(code ?? 1));
}
