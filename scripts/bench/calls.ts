/** Calls that benchmarks make: they sign in and write posts. */

/** An administrator, who may skip the cooldown. */
export const ADMINISTRATOR = 500_000_004;
/** An account without a role. */
export const ATTACKER = 500_000_002;
/** A player with many posts about them. */
export const PLAYER = 500_000_001;

async function redirect(address: string | URL): Promise<{ location: URL; cookies: string[] }> {
  const response = await fetch(address, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`Signing in failed: ${response.status} from ${address}`);
  return { location: new URL(location, address), cookies: response.headers.getSetCookie() };
}

/** Signs in through the page that replaces the publisher's, as a browser does. Resolves to the account's token. */
export async function signIn(apiOrigin: string, account = ADMINISTRATOR): Promise<string> {
  const login = await redirect(`${apiOrigin}/api/auth/login`);
  login.location.searchParams.set('account', String(account));
  const picked = await redirect(login.location);
  const cookie = login.cookies[0]?.split(';', 1)[0] ?? '';
  const answer = await fetch(picked.location, { redirect: 'manual', headers: { cookie } });
  const token = /Auth_\w+=([^;]+)/.exec(answer.headers.getSetCookie().join())?.[1];
  if (token === undefined) throw new Error(`Signing in failed: ${answer.status} from ${picked.location}`);
  return token;
}

/** Sends a request with the token. Throws unless it succeeds. */
export async function send(
  token: string,
  method: string,
  address: string,
  body?: BodyInit,
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
  };
  const response = await fetch(address, { method, headers, ...(body && { body }) });
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
  return response;
}

/** A post about the player, by the administrator unless it has an author; with a replay it is rated. */
interface MeasuredPost {
  author?: { id: number };
  player?: number;
  title?: string;
  replay?: Blob;
}

/** Writes a post with the author's token. The administrator's ignores the cooldown. Resolves to its id. */
export async function createPost(
  apiOrigin: string,
  token: string,
  { author, player = PLAYER, title = 'A measured post', replay }: MeasuredPost,
): Promise<string> {
  const form = new FormData();
  const content =
    'One of many posts that a benchmark writes to measure how long the API and its clients take.';
  const people = { author: { id: author?.id ?? ADMINISTRATOR }, player: { id: player } };
  form.set('postDto', JSON.stringify({ ...people, flairs: replay ? 1 : 0, title, content }));
  if (replay) form.set('replay', replay, 'battle.wowsreplay');
  const response = await send(
    token,
    'POST',
    `${apiOrigin}/api/Post${author === undefined ? '?ignoreChecks=true' : ''}`,
    form,
  );
  return ((await response.json()) as { id: string }).id;
}
