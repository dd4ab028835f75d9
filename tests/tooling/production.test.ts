/** The whole product on one port (Rules 27.1 to 27.5), built and started as an operator does. */

import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#scripts/support/listen.ts';
import { type Command, get, startCommand, stopCommands } from '#tests/support/commands.ts';
import { DISCORD } from '#tests/support/edge.ts';
import { type OnePublisher, signIn as signInAt, startPublisher, writePost } from '#tests/support/one-port.ts';
import { hashOf } from '../../src/build/inline.ts';

const AUTHOR = '571234567-Fresh_Sailor';
const RATED = '571234568-Old_Sailor';

let folder: string;
let publisher: OnePublisher;
let port: number;
let env: NodeJS.ProcessEnv;
let origin: string;

const production = (changes: NodeJS.ProcessEnv = {}, ...options: string[]): Command =>
  startCommand(process.execPath, ['scripts/production.ts', ...options], { ...env, ...changes });

/** Starts it on the build that is there, and waits until it serves. */
const startBuilt = async (changes: NodeJS.ProcessEnv = {}): Promise<Command> => {
  const command = production(changes, '--built');
  await command.printed(/listens on/);
  return command;
};

const end = async ({ child, exited }: Command): Promise<number> => {
  child.kill('SIGTERM');
  return exited;
};

const signIn = (account: string) => signInAt(origin, account, publisher);

/** The page at a path of the first region, or of `host`. */
const page = async (url: string, host = `localhost:${port}`): Promise<string> =>
  (await get(port, url, host)).slice(4);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'fleet-karma-one-'));
  port = await freePort();
  origin = `http://localhost:${port}`;
  publisher = await startPublisher();
  env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: folder,
    REGIONS: 'na,eu',
    SITE_DOMAIN: `localhost:${port}`,
    CONTACT_EMAIL: 'admin@fleet.example',
    DATABASE: 'embedded',
    DATA_DIR: path.join(folder, 'data'),
    DIST_DIR: path.join(folder, 'dist'),
    API_PORT: String(port),
    ...publisher.env,
  };
  await production().printed(/Building the site for \S+.* about a minute …[\s\S]*listens on/);
});
afterAll(async () => {
  await stopCommands();
  publisher.close();
  await rm(folder, { recursive: true, force: true });
});

describe('started', () => {
  it('serves the site of the first region at the domain itself, and of others at their names (Rule 27.1)', async () => {
    expect(await page('/')).toContain('data-region="na"');
    expect(await page('/', '192.0.2.1')).toContain('data-region="na"');
    expect(await page('/', `eu.localhost:${port}`)).toContain('data-region="eu"');
    expect(await page('/', `asia.localhost:${port}`)).toContain('data-region="na"');
    expect(await get(port, '/nothing')).toMatch(/^404 <!DOCTYPE html>/i);
  });

  it('links the regions that are served, and only what the settings have (Rule 27.3)', async () => {
    const home = await page('/');
    const sites = [...home.matchAll(/href="([^"]+)" data-site="(\w+)"/g)].map((match) => match.slice(1));
    expect(sites).toEqual([
      [`${origin}/`, 'NA'],
      [`http://eu.localhost:${port}/`, 'EU'],
    ]);
    expect(home).not.toMatch(/Source repository|Chat community|class="environment"|data-replay-classes/);
    expect(home).toContain(' data-worker="/hashed/');
    expect(await page('/privacy')).toContain('<a href="mailto:admin@fleet.example">admin@fleet.example</a>');
    const policy = /http-equiv="content-security-policy" content="([^"]+)"/.exec(home)?.[1] ?? '';
    expect(policy).toContain("connect-src 'self';img-src 'self';media-src 'self';");
    const security = await page('/.well-known/security.txt');
    expect(security).toContain('Contact: mailto:admin@fleet.example\n');
    expect(security.match(/^Canonical: .*$/gm)).toEqual([`Canonical: ${origin}/.well-known/security.txt`]);
  });

  it.each([
    '/',
    '/privacy',
    '/posts',
    '/player',
    '/login',
    '/robots.txt',
    '/.well-known/security.txt',
    '/sw.js',
  ])('leaves nothing to fill in %s (Rule 27.3)', async (url) => {
    expect(await page(url)).not.toMatch(/\.invalid|example\.org/);
  });

  it('has the API at the same address, and its answers for unknown paths (Rule 27.2)', async () => {
    expect(await get(port, '/api/status')).toMatch(/^200/);
    expect(await get(port, '/api/nothing')).toMatch(/^404 \{/);
    expect(await get(port, '/feed/latest.atom')).toMatch(/^200 <\?xml/);
    expect(await page('/swagger')).not.toContain('data-region');
  });

  it('tells why it is not ready to this machine alone (Rule 27.2)', async () => {
    expect(await (await fetch(`${origin}/ready`)).json()).toHaveProperty('warnings');
    const forwarded = { 'x-forwarded-for': '203.0.113.7' };
    expect(await (await fetch(`${origin}/ready`, { headers: forwarded })).json()).toEqual({
      status: 'ready',
    });
  });

  it('has the versions of its filled pages in the service worker (Rule 27.3)', async () => {
    const worker = await page('/sw.js');
    for (const address of ['/posts', '/posts/_', '/player/_'])
      expect(worker, address).toContain(hashOf(await page(address)));
  });

  it('signs in, writes a post with a replay, announces it and previews it (Rule 27.1)', async () => {
    await signIn(RATED);
    const { cookie, token } = await signIn(AUTHOR);
    const hub = new HubConnectionBuilder()
      .withUrl(`${origin}/api/hubs/post`)
      .configureLogging(LogLevel.None)
      .build();
    const announced = new Promise<void>((resolve) => hub.on('NewPost', () => resolve()));
    await hub.start();
    const author = { token, authorId: 571_234_567, playerId: 571_234_568 };
    const id = await writePost(origin, author, 'Brought by one port');
    await announced;
    await hub.stop();
    const preview = await fetch(`${origin}/posts/${id}`, { headers: { 'user-agent': DISCORD } });
    expect(await preview.text()).toContain(`<meta property="og:title" content="Brought by one port`);
    const profile = await fetch(`${origin}/api/Profile/571234567`, { headers: { cookie } });
    expect(profile.status).toBe(200);
  });
});

describe('started again', () => {
  it('keeps its secret to itself, and sessions alive (Rule 27.5)', async () => {
    const { token } = await signIn(AUTHOR);
    await stopCommands();
    const secret = path.join(folder, 'data/jwt-secret');
    expect(((await stat(secret)).mode & 0o777).toString(8)).toBe('600');
    const before = await readFile(secret, 'utf8');
    const again = await startBuilt({ CHAT_URL: 'https://chat.fleet.example' });
    expect(await readFile(secret, 'utf8')).toBe(before);
    const check = await fetch(`${origin}/api/Auth`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(check.status).toBe(200);
    expect(await page('/')).toContain(
      '<a href="https://chat.fleet.example" rel="noopener">Chat community</a>',
    );
    expect(await end(again)).toBe(0);
  });

  it('gives browsers new versions of stored pages when a setting has changed (Rule 27.3)', async () => {
    const first = await startBuilt();
    const [worker, id] = [await page('/sw.js'), /data-build="(\w+)"/.exec(await page('/'))?.[1] ?? ''];
    await end(first);
    await startBuilt({ CONTACT_EMAIL: 'other@fleet.example' });
    expect(id).toHaveLength(16);
    expect(worker).toContain(id);
    expect(await page('/sw.js')).not.toContain(id);
    await stopCommands();
  });
});

it('reads badge, replay classes and service worker when it starts (Rule 27.3)', async () => {
  const settings = { ENVIRONMENT_BADGE: 'Preview', REPLAY_EXTRA_CLASSES: 'A.B,C.D', SERVICE_WORKER: 'false' };
  const changed = await startBuilt(settings);
  const home = await page('/');
  expect(home).toContain('<span class="environment">Preview</span>');
  expect(home).toContain(' data-replay-classes="A.B,C.D"');
  expect([home.includes('data-worker'), await page('/sw.js')]).toEqual([false, await page('/sw-off.js')]);
  expect(await page('/sw.js')).toContain('unregister');
  await end(changed);
});

it('keeps its filled pages in the folder that systemd has for caches (Rule 27.3)', async () => {
  const pages = path.join(folder, `cache/pages-${port}`);
  await mkdir(path.join(pages, 'left-by-a-killed-process'), { recursive: true });
  const cached = await startBuilt({ CACHE_DIRECTORY: path.dirname(pages) });
  expect((await readdir(pages)).sort()).toEqual(['eu', 'na']);
  expect(await page('/')).toContain('data-region="na"');
  await end(cached);
  expect(await readdir(path.dirname(pages))).toEqual([]);
});

it('serves the site while the API waits for its database (Rule 27.2)', async () => {
  const database = { DATABASE: '', DATABASE_URL: 'postgres://karma@127.0.0.1:1/karma' };
  await production(database, '--built').printed(/Waiting until the server responds/);
  expect(await page('/posts')).toContain('data-region="na"');
  const { status, headers } = await fetch(`${origin}/api/status`);
  // Spread between two and six seconds.
  expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[2-6]$/)]);
  expect(await get(port, '/ready')).toMatch(/^503 \{"status":"starting"/);
  await stopCommands();
});

describe('refused', () => {
  it.each([
    [{ DATABASE: '' }, /^DATABASE_URL is not set\. .* set DATABASE=embedded\.$/],
    [{ SITE_DOMAIN: '' }, /^- SITE_DOMAIN is not set\./m],
    [{ API_DOMAIN: 'api.localhost:1' }, /^Here the API has the address of the site: unset API_DOMAIN\.$/],
    [{ REGIONS: 'na,mars' }, /^Environment variable REGIONS must hold one or more of eu, na, cis, sea/],
    [{ REGIONS: 'na,sea' }, /sea has no build: run npm run build/],
  ])('with %o, in one sentence (Rules 27.1, 27.4)', async (changes, sentence) => {
    const command = production(changes, '--built');
    expect(await command.exited).toBe(1);
    expect(command.text().trim()).toMatch(sentence);
  });

  it('with an unknown option, with how it is used (Rule 22.19)', async () => {
    const unknown = production({}, '--build');
    expect(await unknown.exited).toBe(1);
    expect(unknown.text()).toMatch(/^Unknown option --build\.\s+Usage: npm run production/);
  });
});
