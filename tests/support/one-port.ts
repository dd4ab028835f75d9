/** The product on one port as its users meet it: a publisher that confirms sign-ins, signing in, and writing a post. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { postDto, postForm } from '#tests/support/api.ts';
import { callbackOf } from '#tests/support/openid.ts';
import { replayFile } from '#tests/support/replay-file.ts';

/** A running stand-in for the publisher. */
export interface OnePublisher {
  /** The settings that name it. */
  env: { PUBLISHER: string; PUBLISHER_DATA: string };
  close(): void;
}

/** Starts a publisher that confirms every sign-in and knows no player. */
export async function startPublisher(): Promise<OnePublisher> {
  const server = createServer((request, response) => {
    const isSignIn = request.method === 'POST';
    request.resume();
    response
      .writeHead(isSignIn ? 200 : 404)
      .end(isSignIn ? 'ns:http://specs.openid.net/auth/2.0\nis_valid:true\n' : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { PUBLISHER: `${address}/id/openid`, PUBLISHER_DATA: `${address}/{service}/{tld}` },
    close: () => void server.close(),
  };
}

/** Signs in (`571234567-Fresh_Sailor`) as a browser does; returns the session's cookie and its token. */
export async function signIn(
  origin: string,
  account: string,
  { env: { PUBLISHER: endpoint } }: OnePublisher,
): Promise<{ cookie: string; token: string }> {
  const login = await fetch(`${origin}/api/auth/login?redirectUri=${origin}/`, { redirect: 'manual' });
  const nonce = `${new Date().toISOString().slice(0, 19)}Z${randomUUID()}`;
  const callback = callbackOf(login.headers.get('location') ?? '', { endpoint, account, nonce });
  expect(callback.href).toMatch(new RegExp(`^${origin}/api/auth/wg-callback`));
  const attempt = login.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const back = await fetch(callback, { headers: { cookie: attempt }, redirect: 'manual' });
  const cookie =
    back.headers
      .getSetCookie()
      .find((text) => /^Auth_[A-Z]+=/.test(text))
      ?.split(';', 1)[0] ?? '';
  return { cookie, token: cookie.replace(/^\w+=/, '') };
}

/** Writes a post with a replay; returns its id. */
export async function writePost(
  origin: string,
  { token, ...ids }: { token: string; authorId: number; playerId: number },
  title: string,
): Promise<string> {
  const sent = postDto({ author: { id: ids.authorId }, player: { id: ids.playerId }, title });
  const created = await fetch(`${origin}/api/Post`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: postForm(sent, replayFile()),
  });
  expect(created.status, await created.clone().text()).toBe(201);
  return new URL(created.headers.get('location') ?? '', origin).pathname.split('/').at(-1) ?? '';
}
