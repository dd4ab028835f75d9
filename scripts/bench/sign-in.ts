/** Signs in to a local API as a browser does, through the page that stands in for the publisher. */

async function next(address: string, cookie = ''): Promise<Response> {
  const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
  if (response.status >= 400) throw new Error(`Signing in failed: ${response.status} from ${address}`);
  return response;
}

const locationOf = (response: Response): URL => new URL(response.headers.get('location') ?? '');

/** The token of the account on the API at `origin`. */
export async function signIn(origin: string, account: number): Promise<string> {
  const login = await next(`${origin}/api/auth/login`);
  const [attempt = ''] = login.headers.getSetCookie();
  const page = locationOf(login);
  page.searchParams.set('account', String(account));
  const callback = locationOf(await next(page.href));
  const cookies = (await next(callback.href, attempt.split(';', 1)[0])).headers.getSetCookie();
  return /Auth_\w+=([^;]+)/.exec(cookies.join())?.[1] ?? '';
}
