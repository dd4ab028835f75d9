/**
 * Reports, decisions, replies, warnings and objections by many at once, through two processes: whatever is refused, karma, queue and
 * decisions agree at the end.
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { posts } from '#api/db/schema.ts';
import { CONTENT } from '#tests/support/api.ts';
import { type Fleet, startFleet } from '#tests/support/scale/api-processes.ts';
import { type RedisServer, startRedis } from '#tests/support/scale/redis.ts';
import { addWriters, deletePost, editPost, type Writer } from '#tests/support/scale/writers.ts';

const OPERATIONS = 500;
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
    [4, 3, 4, 4].map((count) => addWriters(fleet, count)),
  )) as [Writer[], Writer[], Writer[], Writer[]];
  const ids = sql.join(
    moderators.map(({ id }) => sql`${id}`),
    sql`, `,
  );
  await fleet.database.transaction('eu', (db) =>
    db.execute(sql`update eu.users set roles = '{mod}' where id in (${ids})`),
  );
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
};
interface Post {
  id: string;
  author: Writer;
  subject: Writer;
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

const REASON = { reason: 'Against the guidelines', rules: ['insults'] };

/** Operations on a recent post, by name. */
const ON_POST: Readonly<Record<string, (step: Step, post: Post) => Promise<unknown>>> = {
  report: (step, { id }) =>
    call(step, 'POST', '/api/report', pick(reporters, step.other), {
      ...{ postId: id, rule: 'insults', words: '', moment: null, ofReply: step.one % 2 === 0 },
    }),
  reply: (step, { id, subject }) =>
    call(step, 'PUT', `/api/Post/${id}/reply`, subject, { content: `Answer ${step.other}` }),
  withdraw: (step, { id, subject }) => call(step, 'DELETE', `/api/Post/${id}/reply`, subject),
  edit: async (step, { id, author }) =>
    count('edit', await editPost(fleet.processes[step.process % 2]?.origin() ?? '', author, id, 'Edited')),
  delete: async (step, { id, author }) =>
    count('delete', await deletePost(fleet.processes[step.process % 2]?.origin() ?? '', author, id)),
  keep: (step, { id }) =>
    call(step, 'POST', `/api/mod/reviews/${id}/keep`, pick(moderators, step.other), { sentence: 'Stays' }),
  async remove(step, { id: postId, author }) {
    const updatedPost = step.one % 3 === 0 ? { title: 'Better', content: CONTENT, flairs: 0 } : null;
    const body = { postId, actionType: updatedPost === null ? 0 : 1, updatedPost, ...REASON };
    const { json } = await call(step, 'POST', '/api/mod/action', pick(moderators, step.other), body);
    if (json?.id) note(json.id, author, known.actions);
  },
  async warn(step, { id: postId, author }) {
    const body = { userId: author.id, postId, removes: step.one % 2 === 0, ...REASON };
    const { json } = await call(step, 'POST', '/api/mod/warnings', pick(moderators, step.other), body);
    if (json?.id) note(json.id, author);
    if (json?.actionId) note(json.actionId, author, known.actions);
  },
  async 'remove-reply'(step, { id, subject }) {
    const path = `/api/mod/reviews/${id}/reply/removal`;
    const { json } = await call(step, 'POST', path, pick(moderators, step.other), REASON);
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

const KINDS = ['post', 'object', 'object', 'decide', 'revert', 'reply', ...Object.keys(ON_POST)];
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
  'a decided objection has its moderator, reason and notification': `select id from objections where verdict is not null and
    (decided_at is null or reason is null or not exists (select from notifications where account_id = author_id and type = 12
      and payload->>'decisionId' = decision_id::text))`,
};

test('500 operations at random leave karma, queue and decisions right', async () => {
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
}, 120_000);
