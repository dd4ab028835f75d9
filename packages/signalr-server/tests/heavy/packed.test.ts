/** The package as others get it: packed, and outside of this repository. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { HttpTransportType } from '@microsoft/signalr';
import { expect, onTestFinished, test } from 'vitest';
import { record, startClient } from '../support.ts';

const PACKAGES = path.resolve(import.meta.dirname, '../../..');
const MODULES = path.resolve(PACKAGES, '../node_modules');
const PORT = 3219;
const run = promisify(execFile);

/** A project in an empty folder with the packed package; the packages that it declares are those of this repository. */
async function installPacked(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'signalr-server-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const source = path.join(folder, 'packages/signalr-server');
  // A copy, because packing changes package.json for a moment.
  await cp(path.join(PACKAGES, 'signalr-server'), source, { recursive: true });
  await cp(path.join(PACKAGES, 'pack.mjs'), path.join(folder, 'packages/pack.mjs'));
  await symlink(MODULES, path.join(folder, 'node_modules'));
  await run('npm', ['pack', '--pack-destination', folder], { cwd: source });
  const installed = path.join(folder, 'app/node_modules/signalr-server');
  await mkdir(installed, { recursive: true });
  const tarball = path.join(folder, 'signalr-server-0.1.0.tgz');
  await run('tar', ['xzf', tarball, '--strip-components=1', '-C', installed]);
  await rm(source, { recursive: true });
  await rm(path.join(folder, 'node_modules'));
  const { dependencies, peerDependencies } = JSON.parse(
    await readFile(path.join(installed, 'package.json'), 'utf8'),
  );
  await mkdir(path.join(folder, 'app/node_modules/@types'));
  for (const name of Object.keys({ ...dependencies, ...peerDependencies }))
    await symlink(path.join(MODULES, name), path.join(folder, 'app/node_modules', name));
  return path.join(folder, 'app');
}

test('The packed package compiles strictly, and runs the README’s example over every transport', async () => {
  const app = await installPacked();
  const main = path.join(app, 'main.ts');
  await writeFile(main, "export { HubError, serveHubs } from 'signalr-server';");
  const tsc = [
    path.join(MODULES, 'typescript/bin/tsc'),
    '--module',
    'nodenext',
    '--strict',
    '--noEmit',
    main,
  ];
  const { stdout } = await run(process.execPath, tsc, { cwd: app }).catch((error) => error);
  expect(stdout).toBe('');
  const readme = await readFile(path.join(app, 'node_modules/signalr-server/README.md'), 'utf8');
  const [, example = ''] = /```js\n(.*?)```/s.exec(readme) ?? [];
  const isListening = "\nprocess.stdout.write('listening');\n";
  await writeFile(path.join(app, 'example.mjs'), example.replace('3000', String(PORT)) + isListening);
  const server = spawn(process.execPath, ['example.mjs'], { cwd: app, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void server.kill());
  await once(server.stdout, 'data');
  for (const transport of [
    HttpTransportType.WebSockets,
    HttpTransportType.ServerSentEvents,
    HttpTransportType.LongPolling,
  ]) {
    const client = await startClient(`http://localhost:${PORT}/chat`, { transport });
    const said = record(client, 'Said');
    await client.invoke('Say', 'Ahoy');
    await said.received(1);
    expect(said.calls).toEqual([['Ahoy']]);
    await expect(client.invoke('Say', 1)).rejects.toThrow('Say takes a text.');
  }
});
