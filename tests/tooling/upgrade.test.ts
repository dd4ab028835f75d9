/** deploy/upgrade (Rule 27.7), with real git and npm on a small project, and a stand-in for systemctl. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const UPGRADE = path.resolve(import.meta.dirname, '../../deploy/upgrade');

let folder: string;
let root: string;
let server: Server;
let probes: number;

const inFolder = (...names: string[]): string => path.join(folder, ...names);
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@fleet.example', ...args], {
    cwd: inFolder('source'),
    encoding: 'utf8',
  }).trim();

/** Commits a version of the small project with files of its own; returns its release. */
function commitVersion(files: Record<string, string> = {}): string {
  git('rm', '--quiet', '-r', '--ignore-unmatch', 'state');
  for (const [name, text] of Object.entries({ number: String(Math.random()), ...files })) {
    mkdirSync(inFolder('source/state'), { recursive: true });
    writeFileSync(inFolder('source/state', name), text);
  }
  git('add', '--all');
  git('commit', '--quiet', '--message', 'A version');
  return `releases/${git('rev-parse', '--short=12', 'HEAD')}`;
}

/**
 * `BASH_ENV` of a run that is killed, without its children, before its command number `KILL_AT`. With 0 it writes a sum of the
 * state before each command to `$LOG.states` instead.
 */
const KILLER = `set -T
step=0
trap 'if [ $BASHPID = $$ ]; then
  step=$((step + 1))
  [ $step -ne $KILL_AT ] || kill -9 $$
  [ $KILL_AT -ne 0 ] ||
    { find $FLEET_KARMA_ROOT -name repository -prune -o -printf "%p %l " ; cat $LOG; } 2> /dev/null | cksum >> $LOG.states
fi' DEBUG`;

function start(args: readonly string[], killAt?: number) {
  const killed = killAt !== undefined;
  const child = spawn(killed ? 'bash' : UPGRADE, killed ? [UPGRADE, ...args] : args, {
    env: {
      PATH: `${inFolder('bin')}:${process.env.PATH}`,
      HOME: folder,
      LOG: inFolder('log'),
      FLEET_KARMA_ROOT: root,
      FLEET_KARMA_SETTINGS: inFolder('settings'),
      READY_SECONDS: killed ? '0' : '2',
      NOTICE_SECONDS: '0',
      ...(killed && { BASH_ENV: inFolder('bin/killer'), KILL_AT: String(killAt) }),
    },
  });
  const run = { child, text: '', closed: once(child, 'close') };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      run.text += part;
    });
  return run;
}

async function upgrade(...args: string[]): Promise<{ code: number; text: string }> {
  const run = start(args);
  const [code] = await run.closed;
  return { code, text: run.text };
}

const current = (): string => readlinkSync(path.join(root, 'current'));
const previous = (): string => readlinkSync(path.join(root, 'previous'));
/** Deeds of the stand-ins since the last call, one line for each. */
const takeLog = (): string[] => {
  const lines = existsSync(inFolder('log')) ? readFileSync(inFolder('log'), 'utf8').trim().split('\n') : [];
  rmSync(inFolder('log'), { force: true });
  return lines;
};

function writeProgram(name: string, text: string): void {
  mkdirSync(path.dirname(inFolder(name)), { recursive: true });
  writeFileSync(inFolder(name), `#!/bin/sh\n${text}`, { mode: 0o755 });
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-upgrade-'));
  root = inFolder('root');
  server = createServer((_request, response) => {
    probes += 1;
    if (existsSync(path.join(root, 'current/state/hanging'))) return;
    response.writeHead(existsSync(path.join(root, 'current/state/unready')) ? 503 : 200).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const port = (server.address() as AddressInfo).port;
  const units = [`fleet-karma@${port}.service loaded`, 'fleet-karma.service loaded'];
  writeProgram(
    'bin/systemctl',
    `case $1 in list-units) printf '${units.join('\\n')}\\n' ;; restart) echo "restart \${2%%[0-9.]*} $(readlink $FLEET_KARMA_ROOT/current)" >> $LOG ;; esac`,
  );
  mkdirSync(inFolder('settings'));
  writeFileSync(inFolder('settings/env'), `DATABASE_URL='postgres:///karma'\nAPI_PORT='${port}'\n`);
  writeProgram(
    'source/deploy/fleet-karma',
    'echo "$1 releases/$(basename $RELEASE)" >> $LOG; [ ! -e $RELEASE/state/unmigratable ]',
  );
  const scripts = { build: '[ "$PORTABLE" = true ] && [ ! -e state/unbuildable ] && echo built > built' };
  const project = { name: 'small', version: '1.0.0', scripts };
  writeFileSync(inFolder('source/package.json'), JSON.stringify(project));
  const lock = {
    ...project,
    scripts: undefined,
    lockfileVersion: 3,
    packages: { '': { name: 'small', version: '1.0.0' } },
  };
  writeFileSync(inFolder('source/package-lock.json'), JSON.stringify(lock));
  git('init', '--quiet', '--initial-branch=main');
  commitVersion();
  mkdirSync(root);
  git('clone', '--quiet', '--bare', inFolder('source'), path.join(root, 'repository'));
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Installs the first release; forgets what that logged. */
async function install(): Promise<string> {
  const { code, text } = await upgrade();
  expect(code, text).toBe(0);
  takeLog();
  return current();
}

test('installs, builds and migrates a new release before it switches and restarts each unit (Rule 27.7)', async () => {
  const first = await install();
  const second = commitVersion();
  const { code, text } = await upgrade();
  expect(code, text).toBe(0);
  expect(current()).toBe(second);
  expect(readFileSync(path.join(root, 'current/built'), 'utf8')).toBe('built\n');
  expect(takeLog()).toEqual([
    `migrate ${second}`,
    `restart fleet-karma@ ${second}`,
    `restart fleet-karma ${second}`,
  ]);
  expect(existsSync(path.join(root, first, 'built'))).toBe(true);
});

test('goes back to the release before, and forward again (Rule 27.7)', async () => {
  const first = await install();
  const second = commitVersion();
  await upgrade();
  takeLog();
  expect((await upgrade('--back')).text).toContain(`Back at ${first}.`);
  expect(current()).toBe(first);
  expect(takeLog()).toEqual([`restart fleet-karma@ ${first}`, `restart fleet-karma ${first}`]);
  expect((await upgrade('--back')).code).toBe(0);
  expect(current()).toBe(second);
});

test('stays at the running release when the one before is not ready (Rule 27.7)', async () => {
  const first = await install();
  const second = commitVersion();
  await upgrade();
  mkdirSync(path.join(root, first, 'state'), { recursive: true });
  writeFileSync(path.join(root, first, 'state/unready'), '');
  const { code, text } = await upgrade('--back');
  expect([code, text]).toEqual([1, expect.stringContaining(`so ${second} runs again`)]);
  expect([current(), previous()]).toEqual([second, first]);
  expect(takeLog().at(-1)).toBe(`restart fleet-karma ${second}`);
});

test.each([
  ['unbuildable', 'could not be installed. Nothing has changed.', []],
  ['unmigratable', 'still runs.', ['migrate']],
])('leaves the running release alone when the new one is %s (Rule 27.7)', async (state, sentence, log) => {
  const first = await install();
  commitVersion({ [state]: '' });
  const { code, text } = await upgrade();
  expect([code, text]).toEqual([1, expect.stringContaining(sentence)]);
  expect(current()).toBe(first);
  expect(takeLog().map((line) => line.split(' ', 1)[0])).toEqual(log);
});

test.each([
  ['unready', 5],
  // One request takes longer than the limit.
  ['hanging', 3],
])('switches back by itself when the new release is %s until the limit (Rule 27.7)', async (state, most) => {
  const first = await install();
  const second = commitVersion({ [state]: '' });
  probes = 0;
  const { code, text } = await upgrade();
  expect(probes).toBeLessThanOrEqual(most);
  expect([code, text]).toEqual([1, expect.stringContaining(`so ${first} runs again`)]);
  expect(current()).toBe(first);
  expect(takeLog()).toEqual([
    `migrate ${second}`,
    `restart fleet-karma@ ${second}`,
    `restart fleet-karma@ ${first}`,
    `restart fleet-karma ${first}`,
  ]);
});

test('keeps three releases, and installs any version that is named (Rule 27.7)', async () => {
  const first = await install();
  for (let count = 0; count < 3; count++) {
    commitVersion();
    await upgrade();
  }
  expect(readdirSync(path.join(root, 'releases'))).toHaveLength(3);
  expect((await upgrade(first.replace('releases/', ''))).code).toBe(0);
  expect(current()).toBe(first);
  expect((await upgrade('v9')).text).toBe('There is no version v9.\n');
});

/** Kills the script in each state that it goes through, every time from the beginning; `check` follows each kill. */
async function killInEachState(args: string[], check: () => Promise<string>): Promise<string[]> {
  writeProgram('bin/killer', KILLER);
  execFileSync('cp', ['-a', root, inFolder('state')]);
  const run = async (killAt: number): Promise<unknown> => {
    rmSync(root, { recursive: true });
    execFileSync('cp', ['-a', inFolder('state'), root]);
    takeLog();
    return (await start(args, killAt).closed)[1];
  };
  await run(0);
  const states = readFileSync(inFolder('log.states'), 'utf8').trim().split('\n');
  const outcomes = new Set<string>();
  for (const state of new Set(states)) {
    expect(await run(states.indexOf(state) + 1)).toBe('SIGKILL');
    outcomes.add(await check());
  }
  return [...outcomes];
}

const OTHER_WAY = ['first to zero', 'did not happen', 'zero to first'];
const WAYS_FORWARD = ['first to second', 'second to second', 'already'];
const WAYS_BACK = ['first to zero', 'did not happen', 'second to first'];
test.each([
  { killed: 'an upgrade', args: [], version: 'number', next: ['--back'], outcomes: WAYS_BACK },
  { killed: 'a failing upgrade', args: [], version: 'unready', next: ['--back'], outcomes: WAYS_BACK },
  { killed: '--back', args: ['--back'], version: null, next: ['--back'], outcomes: OTHER_WAY },
  { killed: 'an upgrade', args: [], version: 'number', next: [], outcomes: WAYS_FORWARD },
])(
  'a killed run leaves a way back or forward: $killed, then $next (Rule 27.9)',
  { timeout: 900_000 },
  async ({ args, version, next, outcomes }) => {
    writeProgram('bin/npm', 'exit 0');
    const names = { [await install()]: 'zero', [commitVersion()]: 'first' };
    await upgrade();
    if (version !== null) names[commitVersion({ [version]: '' })] = 'second';
    const check = async (): Promise<string> => {
      const before = [current(), previous()];
      const { code, text } = await upgrade(...next);
      const restarts = ['fleet-karma@', 'fleet-karma'].map((unit) => `restart ${unit} ${current()}`);
      if (!text.includes('did not happen')) expect(takeLog()).toEqual(expect.arrayContaining(restarts));
      if (code === 0) return `${names[before[0] ?? '']} to ${names[current()]}`;
      expect([current(), previous()]).toEqual(before);
      return /did not happen|already/.exec(text)?.[0] ?? text;
    };
    expect(await killInEachState(args, check)).toEqual(outcomes);
  },
);

test('waits for the npm of a run that was killed, and refuses while another one runs (Rule 27.9)', async () => {
  const first = await install();
  const second = commitVersion();
  execFileSync('mkfifo', [inFolder('go')]);
  writeProgram('bin/npm', `[ $1 != ci ] || { echo "npm ci" >> $LOG; read _ < ${inFolder('go')}; }`);
  const killed = start([]);
  await expect.poll(() => existsSync(inFolder('log'))).toBe(true);
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  const next = start([]);
  await expect.poll(() => next.text).toContain('npm of an upgrade that was killed is still running');
  expect(await upgrade()).toEqual({ code: 1, text: 'Another upgrade is running.\n' });
  writeFileSync(inFolder('go'), '\n');
  expect(await next.closed).toEqual([0, null]);
  expect([current(), previous()]).toEqual([second, first]);
  expect(takeLog().filter((line) => line === 'npm ci')).toHaveLength(1);
});
