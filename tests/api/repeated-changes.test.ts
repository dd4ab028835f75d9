/** Posts and replies that are changed often: their live events, and the limit of their authors. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AURORA, BORODINO, CONTENT, HOOD, MOD, replayForm, type TestApi } from '#tests/support/api.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';
import { replayFile } from '#tests/support/replay-file.ts';

const AUTHOR = AURORA;
const SUBJECT = BORODINO;
const shared = setUpApi();
const refused = 'You have changed this 10 times within an hour. You can change it again on';

/** What the author of a post, its subject and moderators do about one post. */
async function openPost(api: TestApi) {
  const id = await api.addPost({ author: AUTHOR, player: SUBJECT });
  const call = (method: string, path: string, as: number, body?: object) =>
    api.call(method, path, { as, ...(body && { body }) });
  return {
    id,
    reply: (content: string) => call('PUT', `/api/post/${id}/reply`, SUBJECT, { content }),
    withdraw: () => call('DELETE', `/api/post/${id}/reply`, SUBJECT),
    edit: (title: string, as = AUTHOR, query = '') =>
      call('PUT', `/api/post${query}`, as, { id, flairs: 0, title, content: CONTENT }),
    upload: () => api.call('POST', `/api/replay/${id}`, { as: AUTHOR, form: replayForm(replayFile()) }),
    remove: () => call('DELETE', `/api/post/${id}`, AUTHOR),
    optOut: () => api.changePlayer(SUBJECT, { optedOut: true }),
    moderate: () => api.moderate(id),
    /** The reply, or else the title, of each edit that was sent, and the deletion. */
    sent: () =>
      api.postEvents().flatMap(({ event }) => {
        if (event.type === 'editedPost') return event.post.reply?.content ?? event.post.title;
        return event.type === 'deletedPost' ? 'deleted' : [];
      }),
  };
}

describe('changes of a post in quick succession', () => {
  /** Passes the time until waiting events are sent. */
  const pass = async (api: TestApi, ms: number): Promise<void> => {
    vi.advanceTimersByTime(ms);
    // Queued after their transaction.
    await api.database.transaction('eu', async () => {});
  };
  async function open() {
    const api = await openTestApi({ database: shared.database, pacesEdits: true });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(async () => {
      vi.useRealTimers();
      await api.changePlayer(SUBJECT, { optedOut: false });
    });
    return { ...(await openPost(api)), api, pass: (ms: number) => pass(api, ms) };
  }

  test('are live as the first one and the last of each two seconds (rule 14.10)', async () => {
    const { reply, edit, pass, sent, api } = await open();
    await reply('One');
    for (const words of ['Two', 'Three', 'Four']) await reply(words);
    await edit('Also a new title');
    await pass(1_999);
    expect(sent()).toEqual(['One']);
    await pass(1);
    expect(sent()).toEqual(['One', 'Four']);
    expect(api.postEvents().at(-1)?.event).toMatchObject({ post: { title: 'Also a new title' } });
    await reply('Five');
    await pass(2_000);
    expect(sent()).toEqual(['One', 'Four', 'Five']);
    await pass(2_000);
    await reply('Six');
    expect(sent()).toEqual(['One', 'Four', 'Five', 'Six']);
  });

  test.each(['remove', 'moderate', 'optOut'] as const)(
    'are not live after the post is gone or hidden: %s (rule 14.11)',
    async (hide) => {
      const { edit, pass, sent, ...does } = await open();
      await edit('First edit');
      await edit('Second edit');
      await does[hide]();
      const before = sent();
      await pass(10_000);
      expect([before[0], sent()]).toEqual(['First edit', before]);
    },
  );

  test('are live without a reply that was withdrawn meanwhile (rule 14.11)', async () => {
    const { reply, withdraw, pass, sent } = await open();
    await reply('One');
    await reply('Two');
    await withdraw();
    await pass(2_000);
    expect(sent()).toEqual(['One', 'A fair fight']);
  });

  test('are live at once when the process stops (rule 14.11)', async () => {
    const { edit, sent, api } = await open();
    await edit('First edit');
    await edit('Second edit');
    await api.app.close();
    expect(sent()).toEqual(['First edit', 'Second edit']);
  });
});

describe('an author', () => {
  async function open() {
    const api = await openTestApi({ database: shared.database, env: { RATE_LIMIT_ACCOUNT: '1000' } });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-04T12:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    return { api, ...(await openPost(api)) };
  }
  const statuses = async (count: number, send: (index: number) => ReturnType<TestApi['call']>) => {
    const all = [];
    for (let index = 0; index < count; index += 1) all.push((await send(index)).status);
    return new Set(all);
  };

  test('changes a reply ten times an hour, and withdraws it at any time (rule 9.20)', async () => {
    const { api, reply, withdraw, edit } = await open();
    expect(await statuses(11, (index) => reply(`Try ${index}`))).toEqual(new Set([204]));
    expect((await reply('Try 10')).status).toBe(204);
    const { status, headers, json } = await reply('One more');
    const until = '2026-05-04T13:00:00.000Z';
    expect([status, headers['retry-after']]).toEqual([429, '3600']);
    expect(json).toMatchObject({ until, detail: `${refused} ${until}.` });
    expect((await edit('By the author of the post')).status).toBe(200);
    expect((await (await openPost(api)).reply('Another post')).status).toBe(204);
    expect((await withdraw()).status).toBe(204);
    vi.setSystemTime(until);
    expect(await statuses(2, (index) => reply(`Again ${index}`))).toEqual(new Set([204]));
  });

  test('changes a post and its replay ten times an hour, and deletes it at any time (rule 9.20)', async () => {
    const { edit, upload, remove } = await open();
    expect(await statuses(2, () => upload())).toEqual(new Set([201]));
    expect((await edit('Bad')).status).toBe(400);
    expect((await edit('By someone else', HOOD)).status).toBe(400);
    expect(await statuses(8, (index) => edit(`Edit number ${index}`))).toEqual(new Set([200]));
    for (const refusal of [await edit('One more'), await upload()])
      expect([refusal.status, refusal.json.detail]).toEqual([429, expect.stringContaining(refused)]);
    expect(await statuses(11, () => edit('By staff', MOD, '?ignoreChecks=true'))).toEqual(new Set([200]));
    expect((await remove()).status).toBe(205);
  });
});
