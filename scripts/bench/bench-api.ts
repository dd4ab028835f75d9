/** A regional API with its own invented data, for benchmarks, and what they do with one: sign in and write posts. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type ApiProcess, startApi } from '#scripts/support/api-process.ts';
import { stop } from '#scripts/support/processes.ts';

/** An administrator, who may skip the cooldown. */
export const ADMINISTRATOR = 500_000_004;
/** A player with many posts about them. */
export const PLAYER = 500_000_001;

/** A port of the loopback address that nothing listens on. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Starts an API without rate limits, runs `work` with it and removes its data. `nodeOptions` are for its process. */
export async function withApi(
  work: (api: ApiProcess, origin: string) => Promise<void>,
  nodeOptions: readonly string[] = [],
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fleet-karma-bench-'));
  const port = await freePort();
  const env = { HOST: '127.0.0.1', API_PORT: String(port), DATA_DIR: folder, FILES_DIR: '' };
  const limits = { RATE_LIMIT_ADDRESS: '0', RATE_LIMIT_ACCOUNT: '0' };
  const api = startApi({ ...process.env, ...env, ...limits }, nodeOptions);
  try {
    await api.ready;
    await work(api, `http://127.0.0.1:${port}`);
  } finally {
    await stop(api);
    await rm(folder, { recursive: true, force: true });
  }
}

async function next(address: string, cookie = ''): Promise<Response> {
  const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
  if (response.status >= 400) throw new Error(`Signing in failed: ${response.status} from ${address}`);
  return response;
}

const locationOf = (response: Response): URL => new URL(response.headers.get('location') ?? '');

/** Signs in as a browser does, through the page that replaces the publisher's. Resolves to the administrator's token. */
export async function signIn(origin: string): Promise<string> {
  const login = await next(`${origin}/api/auth/login`);
  const [attempt = ''] = login.headers.getSetCookie();
  const page = locationOf(login);
  page.searchParams.set('account', String(ADMINISTRATOR));
  const callback = locationOf(await next(page.href));
  const cookies = (await next(callback.href, attempt.split(';', 1)[0])).headers.getSetCookie();
  return /Auth_\w+=([^;]+)/.exec(cookies.join())?.[1] ?? '';
}

/** Writes a post as the administrator: a neutral one, or a rated one with a replay. Resolves to its id. */
export async function createPost(
  origin: string,
  token: string,
  { player = PLAYER, title = 'A measured post', replay }: { player?: number; title?: string; replay?: Blob },
): Promise<string> {
  const form = new FormData();
  const post = {
    author: { id: ADMINISTRATOR },
    player: { id: player },
    flairs: replay ? 1 : 0,
    title,
    content: 'One of many posts that a benchmark writes to measure how long the API and its clients take.',
  };
  form.set('postDto', JSON.stringify(post));
  if (replay) form.set('replay', replay, 'battle.wowsreplay');
  const response = await fetch(`${origin}/api/Post?ignoreChecks=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (response.status !== 201)
    throw new Error(`Creating a post was answered with ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}
