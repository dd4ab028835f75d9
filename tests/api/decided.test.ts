/** The record of the team's decisions (Rule 31.40). */
import { beforeAll, describe, expect, test } from 'vitest';
import { decisions } from '#api/db/decision-schema.ts';
import { ADMIN, ADMIN_AND_MOD, AURORA, BORODINO, DAY, HOOD, HOUR, MOD, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { guid } from '#tests/support/builders.ts';
import { report } from '#tests/support/decisions.ts';

const api = setUpApi();
const KEPT = 60;

let author: number;
let reported: string;
beforeAll(async () => {
  author = await api.addPlayer({ username: 'Author' });
  reported = await api.addPost({ author, player: HOOD });
  await report(api, reported, ADMIN_AND_MOD);
  const row = (hours: number, values: object = {}) => ({
    id: guid(hours),
    kind: 'warned',
    personId: author,
    otherId: HOOD,
    modId: ADMIN,
    reason: 'A reason',
    createdAt: new Date(START - hours * HOUR),
    ...values,
  });
  const kept = Array.from({ length: KEPT }, (_, index) =>
    row(100 + index, { kind: 'kept', rules: ['spam'] }),
  );
  await api.database.transaction('eu', (db) =>
    db
      .insert(decisions)
      .values([
        row(1, { rules: ['insults', 'spam'], revertedAt: new Date(START) }),
        row(2, { modId: MOD }),
        row(3, { personId: BORODINO, otherId: null, modId: null }),
        row(4, { personId: MOD }),
        row(5, { otherId: MOD }),
        row(6, { postId: reported }),
        row(7, { kind: 'reply-removed', otherId: MOD }),
        row(8, { kind: 'removed', otherId: MOD }),
        ...kept,
        row((91 * DAY) / HOUR),
      ]),
  );
});

const list = (query = '', as = MOD) => api.call('GET', `/api/mod/decisions${query}`, { as });
const idsOf = <Id>(items: { id: Id }[]): Id[] => items.map(({ id }) => id);
const found = async (query: string, as = MOD) => idsOf<string>((await list(query, as)).json.entries);

describe('the record (Rule 31.40)', () => {
  test('has the decisions of 90 days, newest first, 50 to a page, and moderators to choose from', async () => {
    const { entries, hasMore, moderators } = (await list()).json;
    expect(idsOf(entries).slice(0, 5)).toEqual([1, 2, 3, 6, 100].map(guid));
    expect([entries.length, hasMore]).toEqual([50, true]);
    const second = (await list('?page=2')).json;
    expect([second.entries.length, second.hasMore]).toEqual([KEPT + 4 - 50, false]);
    expect(entries[0]).toEqual({
      id: guid(1),
      kind: 'warned',
      moderator: { id: ADMIN, username: expect.any(String) },
      person: { id: author, username: 'Author' },
      postId: null,
      title: null,
      rules: ['insults', 'spam'],
      createdAt: new Date(START - HOUR).toISOString(),
      revertedAt: new Date(START).toISOString(),
      objections: [],
    });
    expect(entries.slice(1, 3)).toMatchObject([
      { moderator: { id: MOD }, revertedAt: null },
      { moderator: null },
    ]);
    expect(idsOf(moderators).sort()).toEqual([MOD, ADMIN_AND_MOD, ADMIN]);
  });

  test.each([
    [`?mod=${MOD}`, [2]],
    [`?player=${BORODINO}`, [3]],
    ['?rule=insults', [1]],
    [`?kind=warned&rule=spam&mod=${ADMIN}&player=`, [1]],
    [`?mod=${AURORA}`, []],
  ])('is filtered by %s', async (query, expected) => {
    expect(await found(query.replace(/=$/, `=${author}`))).toEqual(expected.map(guid));
  });

  test('lacks what involves the viewer: as person, as the other player, and as reporter', async () => {
    expect(await found('?kind=warned', ADMIN)).toEqual([1, 2, 3, 4, 5, 6].map(guid));
    expect(await found('?kind=warned', ADMIN_AND_MOD)).toEqual([1, 2, 3, 4, 5].map(guid));
  });

  test.each(['?page=0', '?kind=other', '?rule=a%20b'])('refuses %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });
});

test('has a player’s record for other staff, without what involves the viewer (Rule 31.40)', async () => {
  const recordOf = async (as: number, of = author) => (await list(`?player=${of}`, as)).json.record;
  await api.call('POST', '/api/mod/notes', {
    as: ADMIN,
    body: { playerId: author, postId: null, words: 'x' },
  });
  for (const [as, ladder, ids] of [
    [ADMIN, { decisions: 2, warnings: 4 }, [1, 2, 5, 6, 7]],
    [ADMIN_AND_MOD, { decisions: 2, warnings: 3 }, [1, 2, 5, 7, 8]],
    [MOD, { decisions: 1, warnings: 3 }, [1, 2, 6, 100, 101]],
  ] as const) {
    const { outcomes, ...record } = await recordOf(as);
    expect([record, idsOf(outcomes)]).toMatchObject([{ ladder, notes: [{ words: 'x' }] }, ids.map(guid)]);
  }
  expect([await recordOf(MOD, MOD), (await list()).json.record]).toEqual([undefined, undefined]);
  expect((await list(`?player=${author}`, author)).status).toBe(403);
  expect((await api.call('GET', `/api/mod/decisions?player=${author}`)).status).toBe(401);
});
