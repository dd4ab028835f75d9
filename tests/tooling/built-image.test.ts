/** The container image, built and started as in the guide: one process with the embedded database, for two regions. */
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#scripts/support/listen.ts';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { canBuildImage } from '#scripts/testing/debian-packages.ts';
import { findFormerRelease } from '#scripts/testing/former-release.ts';
import { buildImage, type Image } from '#scripts/testing/image.ts';
import { type Command, startCommand, stopCommands } from '#tests/support/commands.ts';
import { DISCORD } from '#tests/support/edge.ts';
import { withFormerApi } from '#tests/support/former-api.ts';
import { type OnePublisher, signIn, startPublisher, writePost } from '#tests/support/one-port.ts';
import { SECRET } from '#tests/support/production.ts';

const MEGABYTE = 1e6;
const LIMIT_MEGABYTES = 350;
const VOLUME = '/var/lib/fleet-karma';
const former = await findFormerRelease();

let folder: string;
let image: Image;
let publisher: OnePublisher;
let port: number;
let volume: string;
let settings: Record<string, string>;
let sailor = 571_234_567;

const start = async (changes: Record<string, string> = {}): Promise<Command> => {
  const { program, args, env } = image.runIn(volume, { ...settings, ...changes }, image.command);
  const command = startCommand(program, args, env);
  await command.printed(/listens on/);
  return command;
};

/** Ends it as an engine does, which signals the program in the container; resolves to its code. */
async function end({ child, exited }: Command): Promise<number> {
  await run('pkill', ['--newest', '--pgroup', String(child.pid)]);
  return exited;
}

/** Runs a command with the same settings; resolves to its output. */
const inImage = (...command: string[]) => {
  const { program, args, env } = image.runIn(volume, settings, command);
  return run(program, args, { env });
};

const originOf = (region: 'eu' | 'na'): string => `http://${region === 'eu' ? '' : 'na.'}localhost:${port}`;

/** Two new players sign in at a region, and the first writes about the other; resolves to the post's id. */
async function post(region: 'eu' | 'na', title: string): Promise<string> {
  const [authorId, playerId] = [sailor++, sailor++];
  await signIn(originOf(region), `${playerId}-Sailor_${playerId}`, publisher);
  const { token } = await signIn(originOf(region), `${authorId}-Sailor_${authorId}`, publisher);
  return writePost(originOf(region), { token, authorId, playerId }, title);
}

const statusOf = async (region: 'eu' | 'na', id: string): Promise<number> =>
  (await fetch(`${originOf(region)}/api/Post/${id}`)).status;

/** Megabytes of paths of the image, each without the paths before it. */
async function megabytesOf(...names: string[]): Promise<number[]> {
  const { output } = await run('du', [
    '--summarize',
    '--bytes',
    ...names.map((name) => path.join(image.files, 'app', name)),
  ]);
  return output
    .trim()
    .split('\n')
    .map((line) => Number.parseInt(line, 10) / MEGABYTE);
}

describe.skipIf(!canBuildImage())('the image', () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'fleet-karma-image-'));
    image = await buildImage(folder);
    publisher = await startPublisher();
    port = await freePort();
    volume = path.join(folder, 'volume');
    await image.createVolume(volume);
    settings = {
      REGIONS: 'eu,na',
      SITE_DOMAIN: `localhost:${port}`,
      CONTACT_EMAIL: 'admin@fleet.example',
      DATABASE: 'embedded',
      API_PORT: String(port),
      // Only on its own machine may sign-ins use plain HTTP.
      HOST: '127.0.0.1',
      ...publisher.env,
    };
  });
  afterAll(async () => {
    await stopCommands();
    publisher?.close();
    await image?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it(`has at most ${LIMIT_MEGABYTES} MB without ffmpeg`, async () => {
    const [debian = 0, product = 0, ...others] = image.layers.map((size) => size / MEGABYTE);
    expect(others).toEqual([]);
    const [node = 0, packages = 0, site = 0, ...code] = await megabytesOf(
      'node_modules/node',
      'node_modules',
      'dist',
      'api',
      'packages',
      'scripts',
      'src',
    );
    const parts = { debian, node, packages, site, code: code.reduce((sum, size) => sum + size) };
    const sizes = Object.entries(parts).map(([name, size]) => `${name} ${size.toFixed(0)}`);
    const total = debian + product;
    await mkdir(path.join(ROOT, '.cache/test'), { recursive: true });
    await writeFile(
      path.join(ROOT, '.cache/test/image-size.txt'),
      `The image has ${total.toFixed(0)} MB: ${sizes.join(', ')}.\n`,
    );
    expect(total).toBeLessThanOrEqual(LIMIT_MEGABYTES);
  });

  it('runs as its own user, which can write to its volume and /tmp alone (Rule 21.10)', async () => {
    const places = [VOLUME, '/tmp', '/', '/app', '/etc', '/home', '/run', '/usr', '/var', '/var/tmp'];
    const script = `id --user --name; for place in ${places.join(' ')}; do touch $place/new && echo $place; done 2>/dev/null; true`;
    const { output } = await inImage('sh', '-c', script);
    expect(output.trim().split('\n')).toEqual(['fleet-karma', VOLUME, '/tmp']);
  });

  it.skipIf(former === null)('opens what the release before wrote, and keeps its sessions', async () => {
    const visitor = '571234000-Old_Sailor';
    const { SITE_DOMAIN = '', API_PORT = '', HOST = '' } = settings;
    const addresses = { SITE_DOMAIN, API_DOMAIN: SITE_DOMAIN, API_PORT, HOST, ...publisher.env };
    const release = { commit: former as string, folder: path.join(folder, 'former') };
    const secret = { JWT_SECRET: SECRET };
    const written = await withFormerApi(release, { ...addresses, ...secret, DATA_DIR: volume }, async () => ({
      id: await post('eu', 'Before the upgrade'),
      ...(await signIn(originOf('eu'), visitor, publisher)),
    }));
    const upgraded = await start(secret);
    expect((await fetch(`${originOf('eu')}/ready`)).status).toBe(200);
    expect(await statusOf('eu', written.id)).toBe(200);
    const headers = { authorization: `Bearer ${written.token}` };
    expect((await fetch(`${originOf('eu')}/api/Auth`, { method: 'HEAD', headers })).status).toBe(200);
    expect((await signIn(originOf('eu'), visitor, publisher)).token).not.toBe('');
    expect(await end(upgraded)).toBe(0);
  });

  it('signs in, takes a post with a replay, and keeps it when started again', async () => {
    const first = await start();
    expect(await (await fetch(`${originOf('eu')}/ready`)).json()).toHaveProperty('status', 'ready');
    const id = await post('eu', 'Written in a container');
    const page = await fetch(`${originOf('eu')}/posts/${id}`, { headers: { 'user-agent': DISCORD } });
    const picture = /property="og:image" content="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const answer = await fetch(picture.replaceAll('&amp;', '&'));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
    expect(await end(first)).toBe(0);
    expect((await stat(path.join(volume, 'jwt-secret'))).uid).toBe((await stat(volume)).uid);
    const again = await start();
    expect(await statusOf('eu', id)).toBe(200);
    expect(await end(again)).toBe(0);
  });
});
