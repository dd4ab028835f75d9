/** Notifications: stored with their cause, sent after it, streamed while pending, acknowledged, and taken back (rules 13.2 to 13.4 and 13.8). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqlState } from '#api/db/database.ts';
import { notifications } from '#api/db/moderation-schema.ts';
import { type Notification, NotificationSchema } from '#lib/schemas/notification.ts';
import { createTestApi, MOD, postDto, postForm, type TestApi } from '#tests/support/api.ts';
import { connectHub, readStream } from '#tests/support/hub-client.ts';

let api: TestApi;
let author: number;
let target: number;
beforeAll(async () => {
  api = await createTestApi();
  api.clock.now = Date.now();
});
afterAll(() => api.close());
beforeEach(async () => {
  author = await api.addPlayer();
  target = await api.addPlayer();
  api.events.length = 0;
});

interface Pair {
  item1: number;
  item2: Notification & Record<string, unknown>;
}

/** What is pending for an account, as its own connection streams it. */
async function pending(id: number): Promise<(Notification & Record<string, unknown>)[]> {
  const { connection } = await connectHub(api, 'notifications', id);
  const pairs = (await readStream(connection, 'GetPendingNotifications')) as Pair[];
  for (const { item1, item2 } of pairs) {
    expect(item1).toBe(item2.type);
    expect(NotificationSchema.safeParse(item2).success).toBe(true);
  }
  return pairs.map(({ item2 }) => item2);
}
const write = async () => {
  const dto = postDto({ author: { id: author }, player: { id: target } });
  api.clock.now += 1000;
  return (await api.call('POST', '/api/post', { as: author, form: postForm(dto) })).json.id as string;
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
  await connection.invoke('AcknowledgeNotifications', ids);
};
const moderate = async (postId: string, updatedPost: unknown = null) => {
  api.clock.now += 1000;
  const actionType = updatedPost === null ? 0 : 1;
  const body = { postId, actionType, reason: 'A reason', updatedPost };
  await api.call('POST', '/api/mod/action', { as: MOD, body });
  return (await api.call('GET', `/api/mod/action/list?postId=${postId}`)).json[0].id as string;
};
const ban = (days: number) =>
  api.call('POST', `/api/mod/bans?days=${days}`, { as: MOD, body: { userId: author, reason: 'Insults' } });

describe('to whom and about what', () => {
  test('the target hears of a post that was added and edited, oldest first, as it was each time', async () => {
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

  test('the target hears of the deletion of a post that they had seen', async () => {
    const id = await write();
    await acknowledgeAll(target);
    await remove(id);
    expect(await pending(target)).toMatchObject([{ type: 4, postId: id, post: { title: 'A fair fight' } }]);
  });

  test('the author hears of a moderator’s edit and deletion, with the action', async () => {
    const id = await write();
    const edited = await moderate(id, postDto({ title: 'Toned down' }));
    const deleted = await moderate(id);
    expect(await pending(author)).toMatchObject([
      {
        type: 5,
        modActionId: edited,
        modAction: { postId: id, reason: 'A reason', modUsername: 'Cossack_Mod' },
      },
      { type: 6, modActionId: deleted, modAction: { postId: id, actionType: 0, updatedPost: null } },
    ]);
  });

  test('the banned hear of their ban, with its end and reason', async () => {
    await ban(0);
    api.clock.now += 1000;
    await ban(1);
    expect(await pending(author)).toMatchObject([
      { type: 7, reason: 'Insults', until: null },
      { type: 7, reason: 'Insults', until: new Date(api.clock.now + 86_400_000).toISOString() },
    ]);
  });

  test('a post that a moderator removed is no longer shown to its target', async () => {
    const id = await write();
    await moderate(id);
    expect(await pending(target)).toMatchObject([{ type: 2, postId: id, post: null }]);
  });

  test('what is refused notifies nobody', async () => {
    await write();
    const dto = postDto({ author: { id: author }, player: { id: target } });
    expect((await api.call('POST', '/api/post', { as: author, form: postForm(dto) })).status).toBe(423);
    expect(await pending(target)).toHaveLength(1);
  });
});

describe('live', () => {
  test('a notification arrives as type and notification, the same as in the pending stream', async () => {
    const hub = await connectHub(api, 'notifications', target);
    await write();
    await hub.until(1);
    const [stored] = await pending(target);
    expect(hub.received).toEqual([['NewNotification', 2, stored]]);
  });

  test('nobody else gets it, signed in or not', async () => {
    const other = await connectHub(api, 'notifications', author);
    await expect(connectHub(api, 'notifications')).rejects.toThrow();
    const posts = await connectHub(api, 'post');
    await write();
    await posts.until(1);
    expect(posts.received.map(([method]) => method)).toEqual(['NewPost']);
    expect(other.received).toEqual([]);
  });

  test('reverting an action or a ban takes its notification back, pending and live', async () => {
    const hub = await connectHub(api, 'notifications', author);
    const action = await moderate(await write());
    await ban(0);
    await hub.until(2);
    const ids = hub.received.map(([, , notification]) => (notification as Notification).id);
    await api.call('DELETE', `/api/mod/action/${action}`, { as: MOD });
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
  /** Notification events of the target so far, with the ids in the order in which they were first named. */
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

  test('a newer one replaces the older, live too, in this order', async () => {
    const id = await write();
    await edit(id, 'The first edit');
    await edit(id, 'The second edit');
    expect(eventsOfTarget()).toEqual(['new 2 #0', 'new 3 #1', 'deleted #1', 'new 3 #2']);
    expect(await pending(target)).toMatchObject([
      { type: 2, post: { title: 'A fair fight' } },
      { type: 3, post: { title: 'The second edit' } },
    ]);
  });

  test('one that was acknowledged stays acknowledged, and the next edit is told again', async () => {
    const id = await write();
    await edit(id, 'The first edit');
    await acknowledgeAll(target);
    await edit(id, 'The second edit');
    expect(await pending(target)).toMatchObject([{ type: 3, post: { title: 'The second edit' } }]);
    expect(eventsOfTarget()).toEqual(['new 2 #0', 'new 3 #1', 'new 3 #2']);
  });

  test('fifteen edits leave two notifications', async () => {
    const id = await write();
    for (let number = 1; number <= 15; number += 1) await edit(id, `Edit number ${number}`);
    expect((await pending(target)).map(({ type }) => type)).toEqual([2, 3]);
  });

  test('edits at the same time leave one, and one event for each that came and went', async () => {
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

  test('an edit and an acknowledgement at the same time leave the new one pending', async () => {
    const id = await write();
    await edit(id, 'The first edit');
    const ids = (await pending(target)).map((one) => one.id);
    const { connection } = await connectHub(api, 'notifications', target);
    await Promise.all([edit(id, 'The second edit'), connection.invoke('AcknowledgeNotifications', ids)]);
    expect(await pending(target)).toMatchObject([{ type: 3, post: { title: 'The second edit' } }]);
  });

  test('deleting a post whose announcement is pending withdraws it and sends nothing', async () => {
    const id = await write();
    await edit(id, 'Said better');
    await remove(id);
    expect(eventsOfTarget()).toEqual(['new 2 #0', 'new 3 #1', 'deleted #0', 'deleted #1']);
    expect(await pending(target)).toEqual([]);
  });

  test('deleting a post whose edit is pending replaces the edit with the deletion', async () => {
    const id = await write();
    await acknowledgeAll(target);
    await edit(id, 'Said better');
    await remove(id);
    expect(eventsOfTarget()).toEqual(['new 2 #0', 'new 3 #1', 'deleted #1', 'new 4 #2']);
    expect(await pending(target)).toMatchObject([{ type: 4, postId: id }]);
  });

  test('deleting a post that a moderator had removed withdraws what was pending', async () => {
    const id = await write();
    await acknowledgeAll(target);
    await edit(id, 'Said better');
    await moderate(id);
    const answer = await api.call('DELETE', `/api/post/${id}?ignoreChecks=true`, { as: MOD });
    expect([answer.status, await pending(target)]).toEqual([205, []]);
  });

  test('other posts, other players and the author’s own notifications are left alone', async () => {
    const [id, other] = [await write(), await api.addPost({ author, player: target })];
    await edit(id, 'Said better');
    await edit(other, 'Another post');
    await moderate(other, postDto({ title: 'Toned down' }));
    await remove(id);
    expect(await pending(target)).toMatchObject([{ type: 3, postId: other }]);
    expect(await pending(author)).toMatchObject([{ type: 5 }]);
  });

  test('several actions of moderators on one post are several facts', async () => {
    const id = await write();
    const first = await moderate(id, postDto({ title: 'Toned down' }));
    const second = await moderate(id, postDto({ title: 'Toned down more' }));
    expect(await pending(author)).toMatchObject([
      { type: 5, modActionId: first },
      { type: 5, modActionId: second },
    ]);
  });

  test('the database refuses a second one', async () => {
    const postId = await write();
    const second = api.database.transaction('eu', (db) =>
      db.insert(notifications).values({ accountId: target, type: 2, postId }),
    );
    expect(sqlState(await second.catch((error: unknown) => error))).toBe('23505');
  });
});

describe('acknowledging', () => {
  test('takes the named ones out of the pending stream, for good', async () => {
    const first = await write();
    await edit(first, 'Said better');
    const [added, edited] = await pending(target);
    const { connection } = await connectHub(api, 'notifications', target);
    await connection.invoke('AcknowledgeNotifications', [added?.id]);
    expect((await pending(target)).map(({ id }) => id)).toEqual([edited?.id]);
    await connection.invoke('AcknowledgeNotifications', [added?.id, edited?.id, edited?.id]);
    expect(await pending(target)).toEqual([]);
  });

  test('changes nothing of other accounts', async () => {
    await write();
    const [added] = await pending(target);
    const { connection } = await connectHub(api, 'notifications', author);
    await connection.invoke('AcknowledgeNotifications', [added?.id]);
    expect(await pending(target)).toHaveLength(1);
  });

  test('refuses what is no list of ids, in words', async () => {
    const { connection } = await connectHub(api, 'notifications', target);
    await expect(connection.invoke('AcknowledgeNotifications', ['x'])).rejects.toThrow(
      'AcknowledgeNotifications takes one list of notification ids, at most 500.',
    );
  });
});
