/**
 * The requests that the original API answered, sent to this one in the same order. Its answers have the same status and
 * shape, except where `docs/contract.md` says so.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { decisions } from '#api/db/decision-schema.ts';
import { modActions, platformBans } from '#api/db/moderation-schema.ts';
import { replays } from '#api/db/replay-schema.ts';
import { clans, players, posts, users } from '#api/db/schema.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { type Answer, createTestApi, DAY, postForm, START, type TestApi } from '#tests/support/api.ts';
import { bodyText, headersOf, RECORDINGS, type Recording, recording } from '#tests/support/original-api.ts';
import { replayFile } from '#tests/support/replay-file.ts';

const DOCUMENT = readFileSync(path.join(ROOT, 'docs/contract.md'), 'utf8');

/** Every difference that the recordings show, and words of the line in `docs/contract.md` that describes it. */
const DESCRIBED: readonly [difference: RegExp, words: string][] = [
  [/\.(updatedAt|optOutChanged): missing here$/, 'never (`updatedAt`, `optOutChanged` and others)'],
  [/^(latest|received|sent).*\.replay: object, here null$/, 'lists of posts | `replay` is null'],
  [/^latest next after last: 200, here 400$/, 'a page beyond the last one is 400'],
  [/^latest (page beyond|pageSize 0): 500, here 400$/, '500 for many refusals'],
  [/\.battle: only here$/, '`battle`, in lists'],
  [/^(mod actions|bans).*\.rules: only here$/, '`rules`, of mod actions, bans'],
  [/^mod actions.*\.previousPost: only here$/, '`previousPost` of actions'],
  [/^profile.*\.(unreadWarning|nextReplyAt): only here$/, '`unreadWarning` and `nextReplyAt` of flags'],
  [/^bans.*\.postIds: only here$/, '`postIds` of bans'],
  [/^(mod edit|mod delete|ban|ban until): /, '202 with `{id}`'],
  [/\.reports: only here$/, '`reports` of posts'],
  [/^post.*\.model: only here$/, 'its fields and, once more, `model`'],
  [/\.ticketId: number, here null$/, 'only for the author, mod, admin and wg'],
  [/\.(timelineUri|facts|shipName): only here$/, '## Fields of a replay'],
  [/\.(ribbon|postCounts|ratingCounts): only here$/, '`ratingCounts`, only of a profile'],
  [/\.(refreshedAt|outdated): only here$/, '`refreshedAt` and `outdated`, of profiles, members and clans'],
  [/^player search\[\]\.(clan|karma): only here$/, '`clan` and `karma`, only of search results'],
  [/^(players|clans)\[\]: number, here object$/, '| ids only |'],
  [/^(clan|replay) unknown: 204, here 404$/, '404, or 204 for clans, replays and lists'],
  [/^post no guid: 404, here 400$/, 'ids that are no GUID'],
  [/^(not there|reprocess our path).*: , here application\/problem\+json$/, 'unknown paths'],
  [/^create: banned: , here text\/plain$/, '403 | with the reason as a sentence'],
  [/^(create: broken|edit: unknown|delete again): application\/json, here/, 'malformed input, and writes to'],
  [/\.((Id|postId): missing|(postDto|post|flags): only) here$/, 'key of a refusal | `post`'],
  [/^player search letters: 400, here 204$/, 'letters and digits of any script'],
  [/^clan search one letter: 400, here 200$/, '1 to 50 characters | 2 to 50'],
  [/^clan\.membersUpdatedAt: only here$/, 'no `membersUpdatedAt`'],
  [/^login: 302, here 403$/, "returns to the region's own sites only; others 403"],
  [/^recalculate: wrong parameter: 202, here 400$/, 'none 400 | always 202'],
  [/^create(: short|: about oneself)?: 201, here 400$/, 'ratings without a file and posts about oneself'],
  [/^create: cooldown: 500, here 423$/, 'cooldown 423 and the posts of the day 429, both with `until`'],
  [/^create: unknown player: 400, here 404$/, 'unknown player 400'],
  [/^mod actions.*\.(createdAt|updatedPost): /, 'newest first, with `createdAt` and `updatedPost`'],
  [/^mod actions no question: text\/plain, here/, '400 is a sentence'],
  [/^mod action: 500, here 200$/, 'the action | always 500'],
  [/^revert by moderator: 500, here 205$/, '500, although it was done'],
  [/^revert: 500, here 404$/, '500 for many refusals'],
  [/^ban: unknown: 500, here 404$/, '`POST /api/mod/bans` about an unknown account | 404'],
  [/^bans visitor: 500, here 200$/, '500 for visitors without `currentOnly`'],
  [/^opt out again: 500, here 423$/, '`PUT /api/Profile` within 7 days | 423'],
  [/^opted out player\..*: missing here$/, 'hidden from visitors: left out'],
  [/^reprocess: 202, here 404$/, 'unknown 404 | only below `reprocess/replay/`; always 202'],
  [/^not there: (ribbons: 400|stats: 404), here 200$/, '| `ribbons` | `GET /api/Player/ribbons`'],
];

/** The recordings' accounts have ids of the fixed accounts here, so these are others. */
const renumbered = (text: string): string => text.replaceAll(/5000000(\d\d)/g, '5200000$1');
const account = (number: number): number => 520_000_000 + number;

const NAMES: Readonly<Record<number, string>> = { 1: 'Anna_Ahoy', 2: 'Boris_Broadside', 4: 'Dmitri' };
const CLAN = 77;
const MODERATOR = account(4);
const ADMINISTRATOR = account(3);
const WRITTEN = '4519694c-40e8-4b5a-804f-682095c761ff';

const WHO: Readonly<Record<string, { as?: number; token?: string }>> = {
  visitor: {},
  moderator: { as: MODERATOR },
  administrator: { as: ADMINISTRATOR },
  'banned player': { as: account(21) },
  'false token': { token: 'false' },
};

const senderOf = ({ who }: Recording) => WHO[who] ?? { as: Number(renumbered(who.replace('player ', ''))) };

/** Players, clan and posts as they were when the recording began. */
async function addWorld(api: TestApi): Promise<void> {
  const at = new Date(START);
  const known = { createdAt: at, updatedAt: at, refreshedAt: at };
  const ids = Array.from({ length: 40 }, (_, index) => index + 1);
  const clan = { id: CLAN, tag: 'TEST', name: 'Testers of the Sea', membersUpdatedAt: at, ...known };
  const details = { gameKarma: 5, wgAccountCreatedAt: at, lastBattleTime: at, ...known };
  const member = { clanId: CLAN, clanMemberRole: 6, joinedClanAt: at };
  const roleOf = (id: number) => (id === 4 ? ['mod'] : id === 3 ? ['admin'] : []);
  const sha256 = await api.files.put('eu', replayFile());
  const shown: Recording['body'][] = [recording('post').body, ...(recording('sent').body as unknown[])];
  await api.database.transaction('eu', async (db) => {
    await db.insert(clans).values(clan);
    await db.insert(players).values(
      ids.map((id) => ({
        id: account(id),
        username: NAMES[id] ?? `Player_${id}`,
        ...details,
        ...(id !== 40 && member),
      })),
    );
    await db.insert(users).values(ids.map((id) => ({ id: account(id), roles: roleOf(id) })));
    for (const body of shown) {
      const post = body as { id: string; replayId: string; author: { id: number }; replay: object };
      const authorId = Number(renumbered(String(post.author.id)));
      const createdAt = new Date(START - DAY);
      const text = { title: 'A title', content: 'A content.' };
      await db.insert(posts).values({ id: post.id, authorId, playerId: account(2), createdAt, ...text });
      const file = { fileName: 'battle.wowsreplay', fileSize: 1, sha256, state: 1, decoderVersion: 0 };
      await db.insert(replays).values({ ...post.replay, id: post.replayId, postId: post.id, ...file });
    }
  });
}

/** Effects of an earlier request on the original, and this API did not, or under another id. */
async function catchUp(api: TestApi, name: string): Promise<void> {
  await api.database.transaction('eu', async (db) => {
    if (name === 'create: cooldown')
      await db.insert(posts).values({
        id: WRITTEN,
        authorId: account(1),
        playerId: account(5),
        flairs: 42,
        title: 'A title of enough length',
        content: 'A content.',
        ticketId: '12345678',
        createdAt: new Date(START),
      });
    if (name === 'post removed: visitor') {
      const set = { id: '62c13ca9-a3e3-4f97-bcc2-7f90a0ea4db9' };
      await db.update(modActions).set(set).where(eq(modActions.actionType, 0));
      await db.update(decisions).set(set).where(eq(decisions.kind, 'removed'));
    }
    if (name === 'bans') {
      const set = { id: '08e6c995-cc6a-4b00-b296-ff283ea9cc67' };
      await db
        .update(platformBans)
        .set(set)
        .where(eq(platformBans.userId, account(21)));
      await db
        .update(decisions)
        .set(set)
        .where(eq(decisions.personId, account(21)));
    }
  });
}

/** The recorded body as a form. All but the first come with a file, without which no rating is accepted. */
function formOf({ name }: Recording, dto: unknown): FormData {
  if (name === 'create') return postForm(dto);
  return postForm(dto, name === 'create: bad file' ? Buffer.from('no replay') : replayFile());
}

async function send(api: TestApi, one: Recording): Promise<Answer> {
  await catchUp(api, one.name);
  const sent = one.send === undefined ? undefined : JSON.parse(renumbered(JSON.stringify(one.send)));
  const isForm = sent !== undefined && typeof sent === 'object' && 'postDto' in sent;
  const body = isForm ? { form: formOf(one, sent.postDto) } : { ...(sent !== undefined && { body: sent }) };
  return api.call(one.method, renumbered(one.path), { ...senderOf(one), ...body });
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

/** How two bodies differ in shape; of lists, the first items are compared. */
function shapes(theirs: unknown, ours: unknown, at: string): string[] {
  if (kindOf(theirs) !== kindOf(ours)) return [`${at}: ${kindOf(theirs)}, here ${kindOf(ours)}`];
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    if (theirs.length === 0 || ours.length === 0)
      return theirs.length === ours.length ? [] : [`${at}: ${theirs.length} items, here ${ours.length}`];
    return shapes(theirs[0], ours[0], `${at}[]`);
  }
  if (typeof theirs !== 'object' || theirs === null) return [];
  const [left, right] = [theirs, ours] as Record<string, unknown>[] as [object, object];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) => {
    if (!(key in right)) return [`${at}.${key}: missing here`];
    if (!(key in left)) return [`${at}.${key}: only here`];
    return shapes(Reflect.get(left, key), Reflect.get(right, key), `${at}.${key}`);
  });
}

const textOrJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const mediaType = (value: unknown): string => String(value ?? '').split(';')[0] ?? '';

/** How this API's answer differs from the recorded one. */
function differences(one: Recording, answer: Answer): string[] {
  if (answer.status !== one.status) return [`${one.name}: ${one.status}, here ${answer.status}`];
  const [theirs, ours] = [mediaType(one.headers['content-type']), mediaType(answer.headers['content-type'])];
  const type = theirs === ours ? [] : [`${one.name}: ${theirs}, here ${ours}`];
  const paging = Object.keys(headersOf(one))
    .filter((name) => name.startsWith('content-') && name !== 'content-type')
    .filter((name) => answer.headers[name] === undefined)
    .map((name) => `${one.name}: without ${name}`);
  const body = textOrJson(answer.text);
  // Problem details and sentences differ in their words only; of a refusal by a rule, the keys count.
  const hasShape = one.status < 400 || (theirs === 'application/json' && theirs === ours);
  const recorded = textOrJson(renumbered(bodyText(one)));
  const shape = hasShape ? shapes(recorded, body, one.name) : [];
  return [...type, ...paging, ...shape];
}

test('The API answers as the original, except where the documentation says so', async () => {
  const api = await createTestApi();
  onTestFinished(() => api.close());
  await addWorld(api);
  const found: string[] = [];
  for (const one of RECORDINGS) {
    found.push(...differences(one, await send(api, one)));
    // The recorded player wrote several posts within a minute.
    api.clock.now += 1000;
  }
  const unexplained = found.filter((line) => !DESCRIBED.some(([difference]) => difference.test(line)));
  expect(unexplained, 'differences that are not documented').toEqual([]);
  const missing = DESCRIBED.filter(([, words]) => !DOCUMENT.includes(words)).map(([, words]) => words);
  expect(missing, 'words that the documentation lacks').toEqual([]);
  const ended = DESCRIBED.filter(([difference]) => !found.some((line) => difference.test(line)));
  expect(ended, 'differences that no longer exist').toEqual([]);
});
