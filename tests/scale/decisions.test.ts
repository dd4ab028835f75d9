/**
 * Reports, decisions, replies, warnings, bans and objections by many at once, through two processes: whatever is refused, karma, queue and
 * decisions agree at the end. Three of the moderators write posts, are their subject, or report them.
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { posts } from '#api/db/schema.ts';
import { CONTENT } from '#tests/support/api.ts';
import { type Fleet, startFleet } from '#tests/support/scale/api-processes.ts';
import { type RedisServer, startRedis } from '#tests/support/scale/redis.ts';
import { addWriters, deletePost, editPost, type Writer } from '#tests/support/scale/writers.ts';

const OPERATIONS = 800;
const AT_ONCE = 8;
/** One player praises another: one point of karma. */
const PRAISE = 1;

let redis: RedisServer;
let fleet: Fleet;
let authors: Writer[];
let subjects: Writer[];
let reporters: Writer[];
let moderators: Writer[];
beforeAll(async () => {
  redis = await startRedis();
  const { url } = redis;
  fleet = await startFleet(2, () => ({ REDIS_URL: url }));
  [authors, subjects, reporters, moderators] = (await Promise.all(
    [4, 3, 4, 5].map((count) => addWriters(fleet, count)),
  )) as [Writer[], Writer[], Writer[], Writer[]];
  const ids = sql.join(
    moderators.map(({ id }) => sql`${id}`),
    sql`, `,
  );
  await fleet.database.transaction('eu', (db) =>
    db.execute(sql`update eu.users set roles = '{mod}' where id in (${ids})`),
  );
  for (const [index, group] of [authors, subjects, reporters].entries()) group.push(pick(moderators, index));
});
afterAll(async () => {
  await fleet?.close();
  await redis?.stop();
});

/** What the operations know of each other: ids that were answered. */
const known = {
  posts: [] as Post[],
  actions: [] as string[],
  /** Posts whose reply was removed. */
  silenced: [] as string[],
  statements: [] as Decided[],
  bans: [] as Ban[],
  /** Ids of posts with those of moderators who have reported them. */
  reported: new Set<string>(),
};
interface Post {
  id: string;
  author: Writer;
  subject: Writer;
}
/** A ban with the posts that it names. */
interface Ban {
  id: string;
  by: Writer;
  named: readonly Post[];
}
/** A decision that its person may object to. */
interface Decided {
  id: string;
  person: Writer;
}

const statuses = new Map<string, number>();

interface Step {
  kind: string;
  one: number;
  other: number;
  process: number;
}

/** Sends a request; an error of the server fails the test. */
async function call(step: Step, method: string, path: string, who: Writer, body?: unknown) {
  const origin = fleet.processes[step.process % 2]?.origin() ?? '';
  const response = await fetch(origin + path, {
    method,
    headers: {
      authorization: `Bearer ${who.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  count(step.kind, response.status);
  expect(response.status, `${step.kind}: ${text}`).toBeLessThan(500);
  return { ok: response.ok, json: /^[[{]/.test(text) ? JSON.parse(text) : null };
}

const count = (kind: string, status: number): void => {
  const key = `${kind} ${status}`;
  statuses.set(key, (statuses.get(key) ?? 0) + 1);
};

const pick = <T>(items: readonly T[], index: number): T => items[index % items.length] as T;
/** One of the last few, because several operations on one post find more. */
const recent = <T>(items: readonly T[], index: number): T | undefined => items.at(-1 - (index % 4));

/** A new post with its karma, as a post with a replay has it: uploads are not the subject here. */
async function addPost({ one, other }: Step): Promise<void> {
  const [author, subject] = [pick(authors, one), pick(subjects, other)];
  const values = {
    authorId: author.id,
    playerId: subject.id,
    flairs: PRAISE,
    title: 'A post',
    content: CONTENT,
  };
  await fleet.database.transaction('eu', async (db) => {
    const [row] = await db
      .insert(posts)
      .values({ ...values, appliedSiteKarma: 1, appliedPerformance: 1 })
      .returning();
    await db.execute(sql`update eu.players set site_karma = site_karma + 1, rating_performance = rating_performance + 1
      where id = ${subject.id}`);
    if (row !== undefined) known.posts.push({ id: row.id, author, subject });
  });
}

const isParty = ({ id }: Writer, { author, subject }: Post): boolean => id === author.id || id === subject.id;
const isInvolved = (who: Writer, post: Post): boolean =>
  isParty(who, post) || known.reported.has(`${post.id} ${who.id}`);

/** A decision about posts by one of the moderators. It is refused to those whom `involves` names before it is sent. */
async function act(
  step: Step,
  about: readonly Post[],
  involves: typeof isParty,
  path: string,
  body?: object,
) {
  const moderator = pick(moderators, step.other);
  const isRefused = about.some((post) => involves(moderator, post));
  const answer = await call(step, body === undefined ? 'DELETE' : 'POST', path, moderator, body);
  if (isRefused) expect(answer.ok, `${step.kind} by ${moderator.id}`).toBe(false);
  return answer;
}

const REASON = { reason: 'Against the guidelines', rules: ['insults'] };

/** Operations on a recent post, by name. */
const ON_POST: Readonly<Record<string, (step: Step, post: Post) => Promise<unknown>>> = {
  async report(step, { id: postId }) {
    const [reporter, ofReply] = [pick(reporters, step.other), step.one % 2 === 0];
    const body = { postId, rule: 'insults', words: '', moment: null, ofReply };
    const { ok } = await call(step, 'POST', '/api/report', reporter, body);
    if (ok) known.reported.add(`${postId} ${reporter.id}`);
  },
  reply: (step, { id, subject }) =>
    call(step, 'PUT', `/api/Post/${id}/reply`, subject, { content: `Answer ${step.other}` }),
  withdraw: (step, { id, subject }) => call(step, 'DELETE', `/api/Post/${id}/reply`, subject),
  edit: async (step, { id, author }) =>
    count('edit', await editPost(fleet.processes[step.process % 2]?.origin() ?? '', author, id, 'Edited')),
  delete: async (step, { id, author }) =>
    count('delete', await deletePost(fleet.processes[step.process % 2]?.origin() ?? '', author, id)),
  keep: (step, post) =>
    act(step, [post], isInvolved, `/api/mod/reviews/${post.id}/keep`, { sentence: 'Stays' }),
  async remove(step, post) {
    const { id: postId, author } = post;
    const updatedPost = step.one % 3 === 0 ? { title: 'Better', content: CONTENT, flairs: 0 } : null;
    const body = { postId, actionType: updatedPost === null ? 0 : 1, updatedPost, ...REASON };
    const { json } = await act(step, [post], isParty, '/api/mod/action', body);
    if (json?.id) note(json.id, author, known.actions);
  },
  async warn(step, post) {
    const { id: postId, author } = post;
    const body = { userId: author.id, postId, removes: step.one % 2 === 0, ...REASON };
    const { json } = await act(step, [post], isParty, '/api/mod/warnings', body);
    if (json?.id) note(json.id, author);
    if (json?.actionId) note(json.actionId, author, known.actions);
  },
  async ban(step, post) {
    const named = [...new Set([pick(known.posts, step.one), post])];
    const postIds = named.map(({ id }) => id);
    const body = { userId: post.author.id, postIds, reason: REASON.reason };
    const { json } = await act(step, named, isInvolved, '/api/mod/bans?days=1', body);
    noteBan(step, json?.id, post.author, named);
  },
  async 'remove-and-ban'(step, post) {
    const body = { ...REASON, days: 1 };
    const { json } = await act(step, [post], isParty, `/api/mod/reviews/${post.id}/decision`, body);
    if (json?.actionId) note(json.actionId, post.author, known.actions);
    noteBan(step, json?.banId, post.author, [post]);
  },
  async lift(step) {
    const ban = recent(known.bans, step.one);
    if (ban === undefined) return;
    const moderator = pick(moderators, step.other);
    const isHidden = ban.by !== moderator && ban.named.some((post) => isInvolved(moderator, post));
    const { ok } = await call({ ...step, kind: 'look' }, 'GET', `/api/decisions/${ban.id}`, moderator);
    if (isHidden) expect(ok).toBe(false);
    await act(step, ban.named, isInvolved, `/api/mod/bans/${ban.id}`);
  },
  async 'remove-reply'(step, post) {
    const { id, subject } = post;
    const path = `/api/mod/reviews/${id}/reply/removal`;
    // Few of the posts have an answer at that moment.
    await call(step, 'PUT', `/api/Post/${id}/reply`, subject, { content: `Answer ${step.other}` });
    const { json } = await act(step, [post], isParty, path, REASON);
    if (json?.id) note(json.id, subject);
    if (json?.id) known.silenced.push(id);
  },
  async 'restore-reply'(step) {
    const id = recent(known.silenced, step.one);
    if (id !== undefined)
      await call(step, 'DELETE', `/api/mod/reviews/${id}/reply/removal`, pick(moderators, step.other));
  },
};

function note(id: string, person: Writer, also: string[] = []): void {
  known.statements.push({ id, person });
  also.push(id);
}

function noteBan({ other }: Step, id: string | undefined, person: Writer, named: readonly Post[]): void {
  if (id === undefined) return;
  note(id, person);
  known.bans.push({ id, by: pick(moderators, other), named });
}

async function decide(step: Step): Promise<void> {
  const moderator = pick(moderators, step.other);
  const { json } = await call(step, 'GET', '/api/mod/objections', moderator);
  const entry = json[step.one % Math.max(1, json.length)];
  if (entry === undefined) return;
  const body = { verdict: step.one % 3 === 0 ? 'upheld' : 'reversed', reason: 'Looked at again' };
  // A second moderator decides at the same time, through the other process.
  const rival = { ...step, process: step.process + 1 };
  const path = `/api/mod/objections/${entry.id}/decision`;
  await Promise.all([
    call(step, 'POST', path, moderator, body),
    call(rival, 'POST', path, pick(moderators, step.other + 1), body),
  ]);
}

async function object(step: Step): Promise<void> {
  const decided = recent(known.statements, step.one);
  if (decided === undefined) return;
  const path = `/api/decisions/${decided.id}/objection`;
  const twice = [0, 1].map((process) =>
    call({ ...step, process }, 'POST', path, decided.person, { words: 'I object' }),
  );
  const answers = await Promise.all(twice);
  expect(answers.filter(({ ok }) => ok).length).toBeLessThan(2);
}

async function revert(step: Step): Promise<void> {
  const action = recent(known.actions, step.one);
  if (action !== undefined)
    await call(step, 'DELETE', `/api/mod/action/${action}`, pick(moderators, step.other));
}

async function run(step: Step): Promise<void> {
  if (step.kind === 'post') return addPost(step);
  if (step.kind === 'object') return object(step);
  if (step.kind === 'decide') return decide(step);
  if (step.kind === 'revert') return revert(step);
  const post = recent(known.posts, step.one);
  if (post !== undefined) await ON_POST[step.kind]?.(step, post);
}

const OFTEN = [
  'post',
  'post',
  'post',
  'reply',
  'reply',
  'reply',
  'withdraw',
  'object',
  'object',
  'decide',
  'revert',
];
const KINDS = [...OFTEN, ...Object.keys(ON_POST)];
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    one: fc.nat(1_000),
    other: fc.nat(1_000),
    process: fc.nat(1),
  }),
  { minLength: OPERATIONS, maxLength: OPERATIONS, size: 'max' },
);

/** Sentences that must be true of the data, each with the query of its exceptions. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'karma is the sum of the posts': `select id from players where site_karma <>
    (select coalesce(sum(applied_site_karma), 0) from posts where player_id = players.id)`,
  'a removed post has no karma, any other has what its flairs give': `select id from posts
    where applied_site_karma <> case when mod_locked or flairs = 0 then 0 else 1 end`,
  'a post is locked while a removal is in force': `select id from posts where mod_locked is distinct from exists
    (select from mod_actions where post_id = posts.id and action_type = 0 and reverted_at is null)`,
  'an item counts its open reports': `select post_id from reviews where reports <>
    (select count(*) from reports where reports.post_id = reviews.post_id and outcome = 'open')`,
  'a decided item has no open reports': `select post_id from reviews where decided_at is not null and reports > 0`,
  'a reply is removed while its removal is in force': `select post_id from replies where removed is distinct from exists
    (select from decisions where kind = 'reply-removed' and decisions.post_id = replies.post_id and reverted_at is null)`,
  'each action has its decision': `select id from mod_actions where not exists (select from decisions where decisions.id = mod_actions.id)`,
  'a warning ends with the removal that it came with': `select warnings.id from warnings join mod_actions on mod_actions.id = action_id
    join decisions on decisions.id = warnings.id where mod_actions.reverted_at is not null and decisions.reverted_at is null`,
  'an open objection is to a decision in force': `select objections.id from objections join decisions on decisions.id = decision_id
    left join mod_actions on mod_actions.id = decision_id
    where verdict is null and coalesce(mod_actions.reverted_at, decisions.reverted_at) is not null`,
  'a reversed decision is not in force': `select objections.id from objections join decisions on decisions.id = decision_id
    left join mod_actions on mod_actions.id = decision_id
    where verdict = 'reversed' and coalesce(mod_actions.reverted_at, decisions.reverted_at) is null`,
  'no one decided about themself': `select id from decisions where mod_id in (person_id, other_id)
    or exists (select from ban_posts where ban_id = decisions.id and mod_id in (author_id, player_id))
    or exists (select from mod_actions where mod_actions.id = decisions.id and reverted_by in (person_id, other_id))`,
  'no one decided an objection of theirs, to their decision or about themself': `select objections.id from objections
    join decisions on decisions.id = decision_id where decided_by in (author_id, mod_id, person_id, other_id)
    or exists (select from ban_posts where ban_id = decision_id and decided_by in (author_id, player_id))`,
  'a ban has its posts, and ends with its decision': `select platform_bans.id from platform_bans join decisions on decisions.id = platform_bans.id
    where reverted = (reverted_at is null)
    or cardinality(post_ids) <> (select count(*) from ban_posts where ban_id = platform_bans.id)`,
  'a decided objection has its moderator, reason and notification': `select id from objections where verdict is not null and
    (decided_at is null or reason is null or not exists (select from notifications where account_id = author_id and type = 12
      and payload->>'decisionId' = decision_id::text))`,
};

test('800 operations at random leave karma, queue and decisions right', async () => {
  const [all = []] = fc.sample(steps, { numRuns: 1, seed: 31 });
  await addPost({ kind: 'post', one: 0, other: 0, process: 0 });
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(run));
  for (const [sentence, query] of Object.entries(EXCEPTIONS)) {
    const { rows } = await fleet.database.transaction('eu', async (db) => {
      await db.execute(sql`set local search_path to eu`);
      return db.execute(sql.raw(query));
    });
    expect(rows, sentence).toEqual([]);
  }
  // Each kind of operation has succeeded at least once.
  const succeeded = new Set(
    [...statuses.keys()].filter((key) => / 2\d\d$/.test(key)).map((key) => key.split(' ')[0]),
  );
  expect(Object.keys(ON_POST).filter((kind) => !succeeded.has(kind))).toEqual([]);
}, 180_000);
