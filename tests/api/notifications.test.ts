/** Notifications: stored, sent, streamed while pending, acknowledged and removed (rules 13.2 to 13.4 and 13.8). */
import { beforeEach, describe, expect, test } from 'vitest';
import { sqlState } from '#api/db/database.ts';
import { notifications } from '#api/db/message-schema.ts';
import { ACKNOWLEDGE_MAX, type Notification, NotificationSchema } from '#lib/schemas/notification.ts';
import { MOD, postDto, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { connectHub, readStream } from '#tests/support/hub-client.ts';

const api = setUpApi();
let author: number;
let target: number;
beforeEach(async () => {
  api.clock.now = Date.now();
  author = await api.addPlayer();
  target = await api.addPlayer();
});

interface Pair {
  item1: string;
  item2: Notification & Record<string, unknown>;
}

/** An account's pending notifications, as streamed to its connection. */
async function pending(id: number): Promise<(Notification & Record<string, unknown>)[]> {
  const { connection } = await connectHub(api, 'notifications', id);
  const pairs = (await readStream(connection, 'GetPendingNotifications')) as Pair[];
  for (const { item1, item2 } of pairs) {
    expect(item2.$type).toBe(`${item1}, WowsKarma.Common`);
    expect(NotificationSchema.safeParse(item2).success).toBe(true);
  }
  return pairs.map(({ item2: { $type, ...notification } }) => notification as Pair['item2']);
}
const write = async (): Promise<string> => {
  api.clock.now += 1000;
  return (await api.createPost({ player: { id: target } }, { as: author })).json.id;
};
const edit = (id: string, title: string) => {
  api.clock.now += 1000;
  return api.call('PUT', '/api/post', { as: author, body: { ...postDto(), id, title } });
};
const remove = (id: string) => {
  api.clock.now += 1000;
  return api.call('DELETE', `/api/post/${id}`, { as: author });
};
const acknowledgeAll = async (account: number) => {
  const ids = (await pending(account)).map(({ id }) => id);
  const { connection } = await connectHub(api, 'notifications', account);
  for (let start = 0; start < ids.length; start += ACKNOWLEDGE_MAX)
    await connection.invoke('AcknowledgeNotifications', ids.slice(start, start + ACKNOWLEDGE_MAX));
};
const moderate = async (postId: string, updatedPost?: object): Promise<string> => {
  api.clock.now += 1000;
  return (await api.moderate(postId, { reason: 'A reason', updatedPost })).json.id;
};
const STEPS = {
  edit: (id: string, title: string) => edit(id, title),
  read: () => acknowledgeAll(target),
  delete: (id: string) => remove(id),
  moderate: (id: string) => moderate(id),
  purge: async (id: string) => {
    const { status } = await api.call('DELETE', `/api/post/${id}?ignoreChecks=true`, { as: MOD });
    expect(status).toBe(205);
  },
};
const ban = (days: number) =>
  api.call('POST', `/api/mod/bans?days=${days}`, { as: MOD, body: { userId: author, reason: 'Insults' } });

describe('recipients', () => {
  test('the target gets added and edited posts, oldest first, as they were then', async () => {
    const id = await write();
    await edit(id, 'Said better');
    expect(
      (await pending(target)).map(({ type, postId, post }) => [
        type,
        postId,
        (post as { title: string }).title,
      ]),
    ).toEqual([
      [2, id, 'A fair fight'],
      [3, id, 'Said better'],
    ]);
    expect(await pending(author)).toEqual([]);
  });

  test('the author gets a moderator’s edit and deletion, with the action', async () => {
    const id = await write();
    const edited = await moderate(id, postDto({ title: 'Toned down' }));
    const deleted = await moderate(id);
    expect(await pending(author)).toMatchObject([
      {
        type: 5,
        modActionId: edited,
        post: { title: 'Toned down', author: { id: author }, player: { id: target } },
        modAction: { postId: id, reason: 'A reason', modUsername: 'Cossack_Mod' },
      },
      {
        type: 6,
        modActionId: deleted,
        post: { id, title: 'Toned down' },
        modAction: { postId: id, actionType: 0, updatedPost: null },
      },
    ]);
  });

  test('the newest 1,000 arrive, oldest first and each once, and the next after them (rule 24.4)', async () => {
    const ids = Array.from(
      { length: 1_250 },
      (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    );
    // Three hundred at a time, so that batches end between those of the same time.
    const rows = ids.map((id, index) => ({
      id,
      accountId: target,
      type: 1,
      emittedAt: new Date(START + Math.floor(index / 300)),
      payload: {},
    }));
    await api.database.transaction('eu', (db) => db.insert(notifications).values(rows.toReversed()));
    expect((await pending(target)).map(({ id }) => id)).toEqual(ids.slice(250));
    await acknowledgeAll(target);
    expect((await pending(target)).map(({ id }) => id)).toEqual(ids.slice(0, 250));
  });

  test('a banned user gets the ban with its end and reason', async () => {
    await ban(0);
    api.clock.now += 1000;
    await ban(1);
    expect(await pending(author)).toMatchObject([
      { type: 7, reason: 'Insults', until: null },
      { type: 7, reason: 'Insults', until: new Date(api.clock.now + 86_400_000).toISOString() },
    ]);
  });

  test('the reporter gets the post while it may be seen, live and pending', async () => {
    const reporter = await api.addPlayer();
    const kept = await write();
    const removed = await api.addPost({ author: target, player: author });
    const hub = await connectHub(api, 'notifications', reporter);
    for (const postId of [kept, removed])
      await api.call('POST', '/api/report', { as: reporter, body: { postId, rule: 'insults', words: '' } });
    await api.call('POST', `/api/mod/reviews/${kept}/keep`, { as: MOD, body: { sentence: 'It is fair.' } });
    await moderate(removed);
    await hub.until(2);
    const both = await pending(reporter);
    expect(both).toMatchObject([
      { type: 8, postId: kept, post: { title: 'A fair fight', player: { id: target } } },
      { type: 8, postId: removed, post: null },
    ]);
    expect(hub.received.map(([, , notification]) => notification)).toEqual(both);
    await moderate(kept);
    expect((await pending(reporter))[0]).toMatchObject({ postId: kept, post: null });
  });

  test('the target no longer sees a post that a moderator removed', async () => {
    const id = await write();
    await moderate(id);
    const [notification] = await pending(target);
    expect(notification).toMatchObject({ type: 2, postId: id });
    expect(notification).not.toHaveProperty('post');
  });

  test('no one is notified of a refused action', async () => {
    await write();
    expect((await api.createPost({ player: { id: target } }, { as: author })).status).toBe(423);
    expect(await pending(target)).toHaveLength(1);
  });
});

describe('live', () => {
  test('arrives as name and notification, as in the pending stream', async () => {
    const hub = await connectHub(api, 'notifications', target);
    await write();
    await hub.until(1);
    const [stored] = await pending(target);
    expect(hub.received).toEqual([['NewNotification', expect.stringContaining('PostAdded'), stored]]);
  });

  test('is removed when its action or ban is reverted, pending and live', async () => {
    const hub = await connectHub(api, 'notifications', author);
    const action = await moderate(await write());
    await ban(0);
    await hub.until(2);
    const ids = hub.received.map(([, , notification]) => (notification as Notification).id);
    await api.revert(action);
    const [{ id: banId }] = (await api.call('GET', `/api/mod/bans/${author}`)).json;
    await api.call('DELETE', `/api/mod/bans/${banId}`, { as: MOD });
    await hub.until(4);
    expect(hub.received.slice(2)).toEqual([
      ['DeletedNotification', ids[0]],
      ['DeletedNotification', ids[1]],
    ]);
    expect(await pending(author)).toEqual([]);
  });
});

describe('one pending notification per post and kind (rules 13.11 and 13.12)', () => {
  /** The target's notification events so far, with ids numbered in order of appearance. */
  const eventsOfTarget = () => {
    const ids: string[] = [];
    const numberOf = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1);
    return api.events.flatMap(({ event }) => {
      if (event.type === 'newNotification' && event.notification.accountId === target)
        return [`new ${event.notification.type} #${numberOf(event.notification.id)}`];
      if (event.type === 'deletedNotification' && event.accountId === target)
        return [`deleted #${numberOf(event.id)}`];
      return [];
    });
  };

  const ADDED = 'A fair fight';
  test.each<[string, (keyof typeof STEPS)[], string[], [type: number, title: string][]]>([
    [
      'replaces the older one, live too, in this order',
      ['edit', 'edit'],
      ['new 3 #1', 'deleted #1', 'new 3 #2'],
      [
        [2, ADDED],
        [3, 'Edit 2'],
      ],
    ],
    [
      'notifies of the next edit after an acknowledgement',
      ['edit', 'read', 'edit'],
      ['new 3 #1', 'new 3 #2'],
      [[3, 'Edit 2']],
    ],
    ['notifies of the deletion of a post that they had seen', ['read', 'delete'], ['new 4 #1'], [[4, ADDED]]],
    [
      'removes a pending new post when it is deleted, and sends nothing',
      ['edit', 'delete'],
      ['new 3 #1', 'deleted #0', 'deleted #1'],
      [],
    ],
    [
      'replaces a pending edit with the deletion',
      ['read', 'edit', 'delete'],
      ['new 3 #1', 'deleted #1', 'new 4 #2'],
      [[4, 'Edit 1']],
    ],
    [
      'removes what is pending when a post that a moderator removed is deleted',
      ['read', 'edit', 'moderate', 'purge'],
      ['new 3 #1', 'deleted #1'],
      [],
    ],
  ])('%s', async (_, steps, events, left) => {
    const id = await write();
    let edits = 0;
    for (const step of steps) {
      if (step === 'edit') edits += 1;
      await STEPS[step](id, `Edit ${edits}`);
    }
    expect(eventsOfTarget()).toEqual(['new 2 #0', ...events]);
    const titled = (await pending(target)).map(({ type, post }) => [type, (post as { title: string }).title]);
    expect(titled).toEqual(left);
  });

  test('leaves one after edits at once, with an event for each change', async () => {
    const id = await write();
    const titles = Array.from({ length: 6 }, (_, number) => `Edit number ${number}`);
    const answers = await Promise.all(titles.map((title) => edit(id, title)));
    expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 200));
    const { title } = (await api.call('GET', `/api/Post/${id}`)).json.model;
    expect(
      (await pending(target)).map(({ type, post }) => [type, (post as { title: string }).title]),
    ).toEqual([
      [2, 'A fair fight'],
      [3, title],
    ]);
    const events = eventsOfTarget();
    expect(events.filter((event) => event.startsWith('new 3'))).toHaveLength(6);
    expect(events.filter((event) => event.startsWith('deleted'))).toHaveLength(5);
  });

  test('keeps a new one pending that comes with an acknowledgement', async () => {
    const id = await write();
    await edit(id, 'The first edit');
    const ids = (await pending(target)).map((one) => one.id);
    const { connection } = await connectHub(api, 'notifications', target);
    await Promise.all([edit(id, 'The second edit'), connection.invoke('AcknowledgeNotifications', ids)]);
    expect(await pending(target)).toMatchObject([{ type: 3, post: { title: 'The second edit' } }]);
  });

  test('does not affect other posts, players and the author’s notifications', async () => {
    const [id, other] = [await write(), await api.addPost({ author, player: target })];
    await edit(id, 'Said better');
    await edit(other, 'Another post');
    await moderate(other, postDto({ title: 'Toned down' }));
    await remove(id);
    expect(await pending(target)).toMatchObject([{ type: 3, postId: other }]);
    expect(await pending(author)).toMatchObject([{ type: 5 }]);
  });

  test('keeps one notification for each mod action on a post', async () => {
    const id = await write();
    const first = await moderate(id, postDto({ title: 'Toned down' }));
    const second = await moderate(id, postDto({ title: 'Toned down more' }));
    expect(await pending(author)).toMatchObject([
      { type: 5, modActionId: first },
      { type: 5, modActionId: second },
    ]);
  });

  test('is enforced by the database', async () => {
    const postId = await write();
    const second = api.database.transaction('eu', (db) =>
      db.insert(notifications).values({ accountId: target, type: 2, postId }),
    );
    expect(sqlState(await second.catch((error: unknown) => error))).toBe('23505');
  });
});

describe('acknowledging', () => {
  test('removes the listed ones from the pending stream permanently', async () => {
    const first = await write();
    await edit(first, 'Said better');
    const [added, edited] = await pending(target);
    const { connection } = await connectHub(api, 'notifications', target);
    await connection.invoke('AcknowledgeNotifications', [added?.id]);
    expect((await pending(target)).map(({ id }) => id)).toEqual([edited?.id]);
    await connection.invoke('AcknowledgeNotifications', [added?.id, edited?.id, edited?.id]);
    expect(await pending(target)).toEqual([]);
  });

  test('does not affect other accounts', async () => {
    await write();
    const [added] = await pending(target);
    const { connection } = await connectHub(api, 'notifications', author);
    await connection.invoke('AcknowledgeNotifications', [added?.id]);
    expect(await pending(target)).toHaveLength(1);
  });
});
