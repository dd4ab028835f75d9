/**
 * Searches everything that a visitor or a signed-in player can read for what an opt-out hides. The list of routes comes from
 * the running API, so a new route fails here until its addresses are added.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { replays } from '#api/db/replay-schema.ts';
import { CALLS } from '#tests/api/contract/matrix.ts';
import { CLAN, createWorld, REPLAY_FILE, type World } from '#tests/api/contract/world.ts';
import {
  ADMIN,
  ADMIN_AND_MOD,
  AURORA,
  BORODINO,
  CONTENT,
  DAY,
  HOOD,
  MOD,
  OPTED_OUT,
  postDto,
  replayForm,
  START,
} from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { routesOf } from '#tests/support/routes.ts';

const api = setUpApi();

const TITLE = 'Praise that no list shows';
let world: World;
let subject: number;
/** Ids of the posts about the subject, of their replays and of the actions on them. */
const hidden = { posts: [] as string[], replays: [] as string[], actions: [] as string[] };

beforeAll(async () => {
  world = await createWorld(api);
  subject = await api.addPlayer({ username: 'Ozette_OptedOut', optedOut: true, clanId: CLAN, gameKarma: 5 });
  const about = { author: AURORA, player: subject, title: TITLE, createdAt: START - DAY };
  const edited = await world.post({ ...about, flairs: 1 + 4 + 16, readOnly: true });
  const removed = await world.post({ ...about, flairs: 32, modLocked: true });
  hidden.actions.push(await world.action(edited), await world.action(removed, true));
  for (const modLocked of [false, true])
    hidden.replays.push(await world.replay({ ...about, flairs: 2, modLocked }));
  const files = await api.database.read('eu', (db) =>
    db.select({ id: replays.id, postId: replays.postId }).from(replays),
  );
  hidden.posts.push(edited, removed, ...files.map(({ postId }) => postId));
  // Visible to everyone, so that no list is empty.
  await world.replay({ author: AURORA, player: BORODINO, createdAt: START });
  await world.action(await world.post({ author: AURORA, player: BORODINO, readOnly: true }));
});

const lists = (path: string) =>
  [AURORA, subject].flatMap((id) => ['received', 'sent'].map((tab) => `${path}/${id}/${tab}?pageSize=100`));

/** Addresses that anyone can know without knowing a hidden post, by route. */
const ADDRESSES: Readonly<Record<string, () => string[]>> = {
  '/api/auth/login': () => ['/api/auth/login'],
  '/api/auth/wg-callback': () => ['/api/auth/wg-callback'],
  '/api/auth/refresh-token': () => ['/api/auth/refresh-token'],
  '/api/profile/:id': () => [`/api/profile/${subject}`],
  '/api/player': () => ['/api/player'],
  '/api/player/search/:id': () => ['/api/player/search/Ozette'],
  '/api/player/ribbons': () => [`/api/player/ribbons?ids=${subject}`],
  '/api/player/:id/karma-history': () => [`/api/player/${subject}/karma-history`],
  '/api/player/:id': () => [`/api/player/${subject}`],
  '/api/post': () => ['/api/post'],
  '/api/post/cooldown': () => [`/api/post/cooldown?playerId=${subject}`],
  '/api/post/latest': () =>
    ['', '&hasReplay=true', '&hasReplay=false', '&hideModActions=true'].map(
      (filter) => `/api/post/latest?pageSize=100${filter}`,
    ),
  '/api/post/:id/received': () => lists('/api/post'),
  '/api/post/:id/sent': () => lists('/api/post'),
  '/api/post/user/:id/received': () => lists('/api/post/user'),
  '/api/post/user/:id/sent': () => lists('/api/post/user'),
  '/api/clan': () => ['/api/clan'],
  '/api/clan/search/:id': () => ['/api/clan/search/waves'],
  '/api/clan/:id': () => [`/api/clan/${CLAN}`],
  '/api/mod/action/list': () => [AURORA, subject].map((id) => `/api/mod/action/list?userId=${id}`),
  '/api/mod/bans/:id': () => [`/api/mod/bans/${subject}`],
  '/api/report': () => ['/api/report'],
  '/api/report/counts/:id': () => [`/api/report/counts/${subject}`],
  '/api/mod/reviews': () => ['/api/mod/reviews?tab=new'],
  '/api/mod/reviews/counts': () => ['/api/mod/reviews/counts'],
  '/api/decisions': () => ['/api/decisions'],
  '/api/mod/decisions': () => ['/api/mod/decisions'],
  '/api/mod/objections': () => ['/api/mod/objections'],
  '/api/replay': () => ['/api/replay'],
  '/api/features': () => ['/api/features'],
  '/api/map/:id': () => ['/api/map/53_Shoreside'],
  '/api/ships': () => ['/api/ships?ids=4277090288'],
  '/api/stats': () => ['/api/stats'],
  '/api/praised': () => ['/api/praised'],
  '/api/status': () => ['/api/status'],
  '/og/player/:id.json': () => [`/og/player/${subject}.json`],
  '/og/post/:id.json': () => hidden.posts.map((id) => `/og/post/${id}.json`),
  '/feed/latest.atom': () => ['/feed/latest.atom'],
  '/feed/player/:id.atom': () => [AURORA, subject].map((id) => `/feed/player/${id}.atom`),
  '/og/player/:id.png': () => [`/og/player/${subject}.png`],
  '/og/post/:id.png': () => hidden.posts.map((id) => `/og/post/${id}.png`),
  '/og/clan/:id.png': () => [`/og/clan/${CLAN}.png`],
  '/og/clan/:id.json': () => [`/og/clan/${CLAN}.json`],
  '/jobs': () => ['/jobs'],
  '/hangfire': () => ['/hangfire'],
  '/hangfire*': () => ['/hangfire/recurring'],
  '/id/openid': () => ['/id/openid'],
  '/swagger': () => ['/swagger'],
  '/swagger/json': () => ['/swagger/json'],
  '/swagger/yaml': () => ['/swagger/yaml'],
  '/swagger/0.17.5/swagger.json': () => ['/swagger/0.17.5/swagger.json'],
  '/swagger/index.html': () => ['/swagger/index.html'],
};
/** Addresses with an id: they work for anyone who knows it. */
const OWN_ADDRESSES = [
  '/api/post/:id',
  '/api/mod/action/:id',
  '/api/decisions/:id',
  '/api/mod/objections/:id',
  '/api/replay/:id',
  '/api/replay/:id/file',
  '/api/replay/:id/minimap',
  '/api/replay/:id/timeline',
  '/api/replay/:id/thumbnail',
];
/** Files and connections that show no stored data, or only to a signed-in user's own client. */
const WITHOUT_DATA =
  /^\/(health|ready)$|^\/swagger(\/static\/.*|\*)$|^\/api\/hubs\/\w+$|^\/favicon\.ico$|^\/\.well-known\/security\.txt$/;

/** Every GET path of the API, in the form of `ADDRESSES`. */
const readRoutes = (): string[] =>
  routesOf(api.app).flatMap(({ path, methods }) => (methods.includes('GET') ? [path] : []));

/** Everything in an answer that reveals a number of the subject: posts about them, and metrics that are not null. */
function findings(value: unknown, found: object[] = []): object[] {
  if (typeof value !== 'object' || value === null) return found;
  const entry = value as Record<string, unknown> & { player?: { id?: unknown } };
  if (entry.player?.id === subject) found.push(entry);
  if (entry.id === subject)
    for (const [name, number] of Object.entries(entry))
      if (
        /siteKarma|rating|platformKarma|^karma$|^(performance|teamplay|courtesy)$/.test(name) &&
        number !== null
      )
        found.push({ [name]: number });
  for (const item of Object.values(value)) findings(item, found);
  return found;
}

test('covers every GET call that needs no hidden id', () => {
  const known = new Set([...Object.keys(ADDRESSES), ...OWN_ADDRESSES]);
  expect(readRoutes().filter((path) => !known.has(path) && !WITHOUT_DATA.test(path))).toEqual([]);
  expect(readRoutes().length).toBeGreaterThan(30);
});

test('covers every call with a body that anyone may send', () => {
  const calls = Object.values(CALLS).flatMap((group) => Object.values(group));
  const open = calls.filter(({ access, method }) => access === 'anyone' && !/GET|HEAD/.test(method));
  expect(open.map(({ path }) => path)).toEqual(['/api/Player/karmas', '/api/Player/karmas-full']);
});

describe.each([
  ['a visitor', {}],
  ['another player', { as: HOOD }],
])('%s finds nothing that an opt-out hides (Rule 5.7)', (_, viewer) => {
  test.each(Object.keys(ADDRESSES))('at %s', async (route) => {
    for (const address of ADDRESSES[route]?.() ?? []) {
      const { text, json } = await api.call('GET', address, viewer);
      for (const secret of [TITLE, ...Object.values(hidden).flat()])
        expect(text, address).not.toContain(secret);
      expect(findings(json), address).toEqual([]);
    }
  });

  test.each(['karmas', 'karmas-full'])('in %s', async (call) => {
    const { json } = await api.call('POST', `/api/player/${call}`, { ...viewer, body: [subject] });
    expect(Object.keys(json)).toEqual([]);
  });
});

test('hub events contain nothing that an opt-out hides (Rule 5.7)', async () => {
  const before = api.events.length;
  const act = (postId: string, updatedPost?: object) => {
    // At different times, so that the order of the list is defined.
    api.clock.now += 1000;
    return api.moderate(postId, { as: ADMIN_AND_MOD, updatedPost });
  };
  const everything = async (player: number) => {
    const dto = postDto({ author: { id: MOD }, player: { id: player }, title: TITLE });
    const created = await api.createPost(dto, { as: MOD, query: '?ignoreChecks=true' });
    const { id } = created.json;
    const replay = replayForm(REPLAY_FILE);
    const updatedPost = { title: TITLE, content: CONTENT, flairs: 1 };
    const statuses = [
      created.status,
      (await api.call('PUT', '/api/post', { as: MOD, body: { ...dto, id } })).status,
      (await api.call('POST', `/api/replay/${id}`, { as: MOD, form: replay })).status,
      (await act(id, updatedPost)).status,
      (await act(id)).status,
    ];
    const actions = await api.call('GET', `/api/mod/action/list?postId=${id}`, { as: ADMIN_AND_MOD });
    for (const action of actions.json as { id: string }[])
      statuses.push((await api.revert(action.id, ADMIN)).status);
    statuses.push((await api.call('DELETE', `/api/post/${id}`, { as: MOD })).status);
    expect(statuses).toEqual([201, 200, 201, 202, 202, 205, 205, 205]);
  };
  const postEvents = () =>
    api.events.slice(before).flatMap(({ event }) => (/Post$/.test(event.type) ? [event.type] : []));
  await everything(subject);
  expect(postEvents()).toEqual([]);
  await everything(await world.target());
  expect(postEvents()).toEqual([
    'newPost',
    'editedPost',
    'editedPost',
    'editedPost',
    'deletedPost',
    'newPost',
    'editedPost',
    'deletedPost',
  ]);
});

describe('a visitor who knows a hidden id', () => {
  test('reads the post, its replay and its file (Rule 5.7)', async () => {
    const [postId, replayId] = [hidden.posts[0], hidden.replays[0]];
    const paths = [
      `/api/post/${postId}`,
      ...['', '/file', '/minimap', '/timeline', '/thumbnail'].map((part) => `/api/replay/${replayId}${part}`),
    ];
    for (const path of paths) expect((await api.call('GET', path)).status, path).toBe(200);
  });

  test('reads a moderator’s reason, but not the text with its flairs', async () => {
    const [postId, actionId] = [hidden.posts[0], hidden.actions[0]];
    const one = await api.call('GET', `/api/mod/action/${actionId}`);
    const list = await api.call('GET', `/api/mod/action/list?postId=${postId}`);
    for (const action of [one.json, list.json[0]])
      expect(action).toMatchObject({ id: actionId, reason: 'A reason', updatedPost: null });
  });
});

describe('a post about a player who opted out', () => {
  const sees = async (path: string, as?: number): Promise<boolean> =>
    (await api.call('GET', path, { as })).text.includes(hidden.posts[0] ?? '');

  test.each([
    '/api/post',
    '/api/post/latest?pageSize=100',
    `/api/post/${AURORA}/sent?pageSize=100`,
    `/api/mod/action/list?userId=${AURORA}`,
  ])('is listed at %s for its author, the player and staff only (Rule 5.7)', async (path) => {
    const viewers = [AURORA, subject, MOD, ADMIN, undefined, BORODINO, HOOD, OPTED_OUT];
    const expected = viewers.map((id) => [AURORA, subject, MOD, ADMIN].some((listed) => listed === id));
    // One after the other: an address gets two whole lists at a time.
    const seen: boolean[] = [];
    for (const as of viewers) seen.push(await sees(path, as));
    expect(seen).toEqual(expected);
  });

  test('is listed again at once when the player opts in (Rule 12.8)', async () => {
    const player = await api.addPlayer();
    const id = await api.addPost({ author: BORODINO, player, createdAt: START });
    const listed = async () => (await api.call('GET', '/api/post')).json.includes(id);
    const optOut = (optedOut: boolean) =>
      api.call('PUT', '/api/profile', { as: player, body: { id: player, optedOut } });
    expect([(await optOut(true)).status, await listed()]).toEqual([204, false]);
    await api.changePlayer(player, { optOutChanged: null });
    expect([(await optOut(false)).status, await listed()]).toEqual([204, true]);
  });
});
