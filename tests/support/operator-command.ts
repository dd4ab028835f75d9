/** Runs the operator's commands as programs. */
import { spawn } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** How a command ended. */
export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs one of `api/commands` with arguments; `input` is typed into it. */
export function runOperatorCommand(
  name: 'migrate' | 'backup' | 'import-wows-karma' | 'move-files' | 'role' | 'person' | 'remove-region',
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<CommandResult> {
  const program = name === 'migrate' ? name : `${name}/main`;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [`api/commands/${program}.ts`, ...args], {
    cwd: ROOT,
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: 'pipe',
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
