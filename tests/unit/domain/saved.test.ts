import { describe, expect, it } from 'vitest';
import { isSavableAnswer, isSavableCall, SAVED_MS, savedAddress, savedMoment } from '#lib/domain/saved.ts';

const API = 'http://localhost:5010';
const POST = '/api/Post/1254e2b7-f830-4764-bb05-9f2755ca057e';
const call = (path: string, { method = 'GET', headers = {}, origin = API } = {}) =>
  isSavableCall({ method, url: origin + path, headers: new Headers(headers) }, API);

describe('a call (Rule 2.41)', () => {
  it.each([
    '/api/Post/latest?page=1&pageSize=10',
    POST,
    '/api/Post/500000002/received?page=2&pageSize=20',
    '/api/Post/user/500000002/sent',
    '/api/Player/500000002?includeClanInfo=true',
    '/api/Player/search/boro',
    '/api/Player/ribbons?ids=1%2C2',
    '/api/Stats',
    '/api/features',
    '/api/Clan/501?includeMembers=true',
    '/api/clan/search/waves?results=100',
  ])('%s is saved', (path) => {
    expect(call(path)).toBe(true);
  });

  it.each([
    '/api/Auth',
    '/api/Auth/login',
    '/api/Profile/500000002',
    '/api/mod/bans/500000002?currentOnly=true',
    '/api/mod/action/list?postId=1',
    '/api/hubs/post/negotiate',
    '/api/Replay/1254e2b7-f830-4764-bb05-9f2755ca057e',
    `${POST}/replay`,
    '/api/Replay/1/timeline',
    '/api/Status',
    '/api/Player',
    '/api/Post/latest/more',
    '/player/1,x',
  ])('%s is not saved', (path) => {
    expect(call(path)).toBe(false);
  });

  it('is not saved when it writes, is of another server, carries a token or wants a part', () => {
    expect(call(POST, { method: 'DELETE' })).toBe(false);
    expect(call(POST, { method: 'HEAD' })).toBe(false);
    expect(call(POST, { origin: 'https://elsewhere.example' })).toBe(false);
    expect(call(POST, { headers: { Authorization: 'Bearer x' } })).toBe(false);
    expect(call(POST, { headers: { Range: 'bytes=0-1' } })).toBe(false);
    expect(call(`${POST}?access_token=x`)).toBe(false);
  });
});

describe('an answer (Rule 2.41)', () => {
  const PUBLIC = { 'Cache-Control': 'public, max-age=0, s-maxage=5', 'Content-Type': 'application/json' };
  const answer = (headers: Record<string, string> = {}, status = 200, type: ResponseType = 'cors') =>
    isSavableAnswer({ status, type, headers: new Headers({ ...PUBLIC, ...headers }) });

  it('is saved when the API marks it as what every visitor gets', () => {
    expect(answer()).toBe(true);
  });

  it.each(['private, no-cache', 'no-store', '', 'max-age=60', 'private="public-name"'])(
    'is not saved with Cache-Control: %s, as users get it',
    (header) => {
      expect(answer({ 'Cache-Control': header })).toBe(false);
    },
  );

  it('is not saved when it is an error, a part, opaque, or no JSON', () => {
    for (const status of [204, 206, 304, 404, 500]) expect(answer({}, status)).toBe(false);
    expect(answer({}, 200, 'opaque')).toBe(false);
    expect(answer({ 'Content-Type': 'video/mp4' })).toBe(false);
  });

  it('is found again whatever version of the data a page wants', () => {
    expect(savedAddress(`${API}/api/Post/latest?page=1&v=17`)).toBe(`${API}/api/Post/latest?page=1`);
    expect(savedAddress(`${API}${POST}?v=17`)).toBe(`${API}${POST}`);
  });

  it('is shown for 7 days, and never without the moment at which it was saved', () => {
    const at = (moment: string) =>
      savedMoment(new Headers(moment ? { 'Saved-At': moment } : {}), SAVED_MS + 5);
    expect(at('6')).toBe(6);
    expect(at('5')).toBeNull();
    expect(at('')).toBeNull();
    expect(at('yesterday')).toBeNull();
  });
});
