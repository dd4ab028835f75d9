/** The record of the team's decisions (Rule 31.40). */
import { beforeAll, describe, expect, test } from 'vitest';
import { decisions } from '#api/db/decision-schema.ts';
import { ADMIN, ADMIN_AND_MOD, AURORA, BORODINO, DAY, HOOD, HOUR, MOD, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const KEPT = 60;

let author: number;
let reported: string;
beforeAll(async () => {
  author = await api.addPlayer({ username: 'Author' });
  reported = await api.addPost({ author, player: HOOD });
  await api.call('POST', '/api/report', {
    as: ADMIN_AND_MOD,
    body: { postId: reported, rule: 'insults', words: '', moment: null },
  });
  const row = (hours: number, values: object = {}) => ({
    id: idOf(hours),
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
        ...kept,
        row((91 * DAY) / HOUR),
      ]),
  );
});

const list = (query = '', as = MOD) => api.call('GET', `/api/mod/decisions${query}`, { as });
const idsOf = async (query: string, as = MOD): Promise<string[]> =>
  (await list(query, as)).json.entries.map(({ id }: { id: string }) => id);

describe('the record (Rule 31.40)', () => {
  test('has the decisions of 90 days, newest first, 50 to a page', async () => {
    const { json } = await list();
    const first = [1, 2, 3, 6].map(idOf);
    expect(json.entries.slice(0, 5).map(({ id }: { id: string }) => id)).toEqual([...first, idOf(100)]);
    expect([json.entries.length, json.hasMore]).toEqual([50, true]);
    const second = await list('?page=2');
    expect([second.json.entries.length, second.json.hasMore]).toEqual([KEPT + 4 - 50, false]);
  });

  test('names moderator, person and guidelines, and when a decision was reverted', async () => {
    const [first, second, third] = (await list()).json.entries;
    expect(first).toEqual({
      id: idOf(1),
      kind: 'warned',
      moderator: { id: ADMIN, username: expect.any(String) },
      person: { id: author, username: 'Author' },
      rules: ['insults', 'spam'],
      createdAt: new Date(START - HOUR).toISOString(),
      revertedAt: new Date(START).toISOString(),
    });
    expect([second.moderator.id, second.revertedAt, third.moderator]).toEqual([MOD, null, null]);
  });

  test.each([
    [`?mod=${MOD}`, [2]],
    [`?player=${BORODINO}`, [3]],
    ['?rule=insults', [1]],
    [`?kind=warned&rule=spam&mod=${ADMIN}&player=`, [1]],
    [`?mod=${AURORA}`, []],
  ])('is filtered by %s', async (query, expected) => {
    const address = query.replace(/=$/, `=${author}`);
    expect(await idsOf(address)).toEqual(expected.map(idOf));
  });

  test('lacks what involves the viewer: as person, as the other player, and as reporter', async () => {
    expect(await idsOf(`?kind=warned`, ADMIN)).toEqual([1, 2, 3, 4, 5, 6].map(idOf));
    expect(await idsOf(`?kind=warned`, ADMIN_AND_MOD)).toEqual([1, 2, 3, 4, 5].map(idOf));
  });

  test('lists the moderators to choose from', async () => {
    const ids = (await list()).json.moderators.map(({ id }: { id: number }) => id);
    expect(ids.sort()).toEqual([MOD, ADMIN_AND_MOD, ADMIN]);
  });

  test.each(['?page=0', '?kind=other', '?rule=a%20b'])('refuses %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });
});
