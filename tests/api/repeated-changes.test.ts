/** Posts and replies that are changed often: their live events, and the limit of their authors. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AURORA, BORODINO, CONTENT, HOUR, MOD, replayForm, type TestApiOptions } from '#tests/support/api.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';
import { replayFile } from '#tests/support/replay-file.ts';

const [AUTHOR, SUBJECT] = [AURORA, BORODINO];
const shared = setUpApi();

/** A post, what its author, its subject and moderators do about it, and a clock that the test moves. */
async function openPost(options: TestApiOptions, ...toFake: ('Date' | 'setTimeout')[]) {
  const api = await openTestApi({ database: shared.database, ...options });
  const id = await api.addPost({ author: AUTHOR, player: SUBJECT });
  vi.useFakeTimers({ toFake });
  onTestFinished(async () => {
    vi.useRealTimers();
    await api.changePlayer(SUBJECT, { optedOut: false });
  });
  return {
    api,
    reply: (content: string, post = id) =>
      api.call('PUT', `/api/post/${post}/reply`, { as: SUBJECT, body: { content } }),
    withdraw: () => api.call('DELETE', `/api/post/${id}/reply`, { as: SUBJECT }),
    edit: (title: string, as = AUTHOR, query = '') =>
      api.call('PUT', `/api/post${query}`, { as, body: { id, flairs: 0, title, content: CONTENT } }),
    upload: (to = id) =>
      api.call('POST', `/api/replay/${to}`, { as: AUTHOR, form: replayForm(replayFile()) }),
    remove: () => api.call('DELETE', `/api/post/${id}`, { as: AUTHOR }),
    moderate: () => api.moderate(id),
    optOut: () => api.changePlayer(SUBJECT, { optedOut: true }),
  };
}

describe('changes of a post in quick succession', () => {
  async function open() {
    const post = await openPost({ pacesEdits: true }, 'setTimeout');
    const { api } = post;
    const pass = async (ms: number): Promise<void> => {
      vi.advanceTimersByTime(ms);
      // Queued after the transactions of waiting events.
      await api.database.transaction('eu', async () => {});
    };
    /** The reply, or else the title, of each edit that was sent. */
    const sent = () =>
      api.events.flatMap(({ event }) =>
        event.type === 'editedPost' ? (event.post.reply?.content ?? event.post.title) : [],
      );
    return { ...post, pass, sent };
  }

  test('are live as the first one and the last of each two seconds (rule 14.10)', async () => {
    const { reply, edit, pass, sent, api } = await open();
    for (const words of ['One', 'Two', 'Three', 'Four']) await reply(words);
    await edit('Also a new title');
    await pass(1_999);
    expect(sent()).toEqual(['One']);
    await pass(1);
    expect(sent()).toEqual(['One', 'Four']);
    expect(api.postEvents().at(-1)?.event).toMatchObject({ post: { title: 'Also a new title' } });
    await reply('Five');
    for (const _ of ['sent', 'nothing waits']) await pass(2_000);
    await reply('Six');
    expect(sent()).toEqual(['One', 'Four', 'Five', 'Six']);
  });

  const hides = ['remove', 'moderate', 'optOut'] as const;
  test.each(hides)('are not live once the post is gone or hidden: %s (rule 14.11)', async (hide) => {
    const { edit, pass, sent, ...does } = await open();
    for (const title of ['First edit', 'Second edit']) await edit(title);
    await does[hide]();
    await pass(10_000);
    expect(sent()).toEqual(['First edit']);
  });

  test('are live at once when the process stops (rule 14.11)', async () => {
    const { edit, sent, api } = await open();
    for (const title of ['First edit', 'Second edit']) await edit(title);
    await api.app.close();
    expect(sent()).toEqual(['First edit', 'Second edit']);
  });
});

describe('an author', () => {
  async function open() {
    const post = await openPost({ env: { RATE_LIMIT_ACCOUNT: '1000' } }, 'Date');
    const until = new Date(Date.now() + HOUR).toISOString();
    const detail = `You have changed this 10 times within an hour. You can change it again on ${until}.`;
    const refusal = { status: 429, headers: { 'retry-after': '3600' }, json: { until, detail } };
    return { ...post, until, refusal };
  }

  test('changes a reply ten times an hour, and withdraws it at any time (rule 9.20)', async () => {
    const { api, reply, withdraw, edit, until, refusal } = await open();
    for (let count = 0; count <= 10; count++) expect((await reply(`Try ${count}`)).status).toBe(204);
    expect((await reply('Try 10')).status).toBe(204);
    expect(await reply('One more')).toMatchObject(refusal);
    expect((await edit('By the author of the post')).status).toBe(200);
    const other = await api.addPost({ author: AUTHOR, player: SUBJECT });
    for (const words of ['New', 'Changed']) expect((await reply(words, other)).status).toBe(204);
    expect((await withdraw()).status).toBe(204);
    vi.setSystemTime(until);
    for (const words of ['New', 'Changed']) expect((await reply(words)).status).toBe(204);
  });

  test('changes a post and its replay ten times an hour, and deletes it at any time (rule 9.20)', async () => {
    const { edit, upload, remove, refusal } = await open();
    for (let count = 0; count < 5; count++) {
      expect([(await edit('Bad')).status, (await edit('By staff', MOD)).status]).toEqual([400, 400]);
      expect([(await edit(`Edit ${count}`)).status, (await upload()).status]).toEqual([200, 201]);
    }
    for (const answer of [await edit('One more'), await upload()]) expect(answer).toMatchObject(refusal);
    expect((await edit('By staff', MOD, '?ignoreChecks=true')).status).toBe(200);
    expect((await remove()).status).toBe(205);
  });

  test('replaces a file six times an hour, over all posts, and adds others (rule 9.20)', async () => {
    const { api, upload, until, refusal } = await open();
    const [other, third] = [await api.addPost({ author: AUTHOR }), await api.addPost({ author: AUTHOR })];
    for (const post of [undefined, undefined, undefined, undefined, other, other, other, other])
      expect((await upload(post)).status).toBe(201);
    const detail = `You have replaced 6 files within an hour. You can replace another one on ${until}.`;
    expect(await upload(other)).toMatchObject({ ...refusal, json: { until, detail } });
    expect((await upload(third)).status).toBe(201);
  });
});
