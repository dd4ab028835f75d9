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
