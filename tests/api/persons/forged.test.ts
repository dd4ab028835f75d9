/** Replays that give a person other names harm no one else (rule 20.12, decision 33). */
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PersonExport } from '#api/commands/person/export.ts';
import type { ErasureReport } from '#api/commands/person/report.ts';
import { personErasures } from '#api/db/person-schema.ts';
import { tableNamed } from '#api/db/statements.ts';
import { recordSignIn } from '#api/model/auth/queries.ts';
import { ADMIN, AURORA, BORODINO, CONTENT, DAY, HOOD, MOD, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { exportOf } from '#tests/support/person.ts';
import { fileOf, fullBattle, headerOnlyReplayFile } from '#tests/support/replay-file.ts';
import { erase } from './world.ts';

const FORGER = 987_000_001;
const NAME = 'Forger_Own';
/** Ordinary words, another player, and a name that is part of ordinary words. */
const FORGED = ['the', 'and', 'a', 'was', 'team', 'Aurora_Captain', 'Invented_Captain_1'];

const api = setUpApi();
let now = START;
let kept: { visible: string; removed: string };
beforeAll(async () => {
  await api.addPlayer({ id: FORGER, username: NAME });
  const text = { title: 'The team was away', content: `${CONTENT} Aurora_Captain and a team was the best.` };
  kept = {
    visible: await create(BORODINO, HOOD, text),
    removed: await create(HOOD, BORODINO, { ...text, title: 'Secret of the team' }),
  };
  expect((await api.moderate(kept.removed, { reason: 'The team was insulted' })).status).toBe(202);
  const body = { userId: HOOD, reason: 'A secret and the reason' };
  const ban = await api.call('POST', '/api/mod/bans?days=3', { as: MOD, body });
  expect((await api.call('DELETE', `/api/mod/bans/${ban.json.id}`, { as: ADMIN })).status).toBe(205);
});

async function create(as: number, player: number, dto: object = {}, replay?: Uint8Array): Promise<string> {
  now += DAY;
  api.clock.now = now;
  const { status, json } = await api.createPost({ player: { id: player }, ...dto }, { as, replay });
  expect([status, json]).toEqual([201, json]);
  return json.id;
}

/** A file in which each of the entries replaces a participant. */
function forgedFile(...entries: { accountId: number; name: string }[]): Uint8Array {
  const battle = fullBattle();
  for (const [index, entry] of entries.entries()) Object.assign(battle.participants[index] ?? {}, entry);
  return fileOf({ ...battle, chat: [{ from: 3, group: 'battle_team', text: 'The team was a team' }] });
}

/** Rows of others, as a dump has them. */
async function foreignRows(): Promise<Record<string, string[]>> {
  const of: Record<string, string> = {
    posts: 'author_id',
    mod_actions: 'author_id',
    platform_bans: 'user_id',
    notifications: 'account_id',
  };
  const found: Record<string, string[]> = {};
  for (const [table, column] of Object.entries(of))
    found[table] = await api.database.read('eu', async (db) => {
      const { rows } = await db.execute<{ row: string }>(
        sql`select stored::text as row from ${tableNamed(table)} as stored
          where ${sql.identifier(column)} <> ${FORGER} and stored::text not like ${`%${FORGER}%`} order by 1`,
      );
      return rows.map(({ row }) => row);
    });
  return found;
}

describe('names that only replays show (Rule 20.12)', () => {
  let before: Awaited<ReturnType<typeof foreignRows>>;
  let exported: PersonExport;
  let report: ErasureReport;
  beforeAll(async () => {
    // One name a file, as uploads allow.
    for (const name of FORGED)
      await create(FORGER, AURORA, { flairs: 1 }, forgedFile({ accountId: FORGER, name }));
    // From before such rosters were refused.
    const line = { playerId: AURORA, username: 'Aurora_Captain', messageGroup: 'battle_team' };
    await api.addReplay(kept.visible, {
      fileName: 'the_team.wowsreplay',
      players: FORGED.map((name) => ({ accountId: FORGER, name })),
      chatMessages: [{ ...line, messageContent: 'a team' }],
    });
    before = await foreignRows();
    exported = (await exportOf(api.database, FORGER)) as PersonExport;
    report = await erase(api, FORGER);
  });

  test('are listed in the export, which has nothing of others for them', () => {
    expect(exported.account).toEqual({ id: FORGER, names: [NAME], candidates: [...FORGED].sort() });
    // Those about the person’s own posts, without a text.
    for (const { table, excerpts } of exported.mentions)
      expect([table, excerpts]).toEqual(['notifications', []]);
    const text = JSON.stringify(exported);
    for (const secret of ['Secret of', 'A secret', 'was insulted']) expect(text).not.toContain(secret);
  });

  test('are listed by the erasure, which changes no text of others', async () => {
    expect([report.names, report.candidates]).toEqual([[NAME], [...FORGED].sort()]);
    expect(report.texts).toEqual([]);
    expect(before.posts).toHaveLength(2);
    expect(await foreignRows()).toEqual(before);
  });

  test('are not fingerprinted: only the id and the publisher’s name are', async () => {
    // The name has two: as it is written, and in lower case.
    expect(await api.database.read('eu', (db) => db.$count(personErasures))).toBe(3);
  });

  test('cost no later upload of others its file', async () => {
    const battle = fullBattle();
    for (const [index, name] of ['the', 'team', 'Aurora_Captain', 'was'].entries())
      Object.assign(battle.participants[index] ?? {}, { name });
    for (const file of [fileOf(battle), headerOnlyReplayFile()]) {
      const id = await create(BORODINO, AURORA, { flairs: 1 }, file);
      const { model } = (await api.call('GET', `/api/post/${id}`)).json;
      expect(model.replay.downloadUri).toMatch(/file$/);
      expect(JSON.stringify(model.replay)).not.toContain('Removed player');
    }
  });
});

describe('the names of a person', () => {
  test('are also those from before the publisher reported a new one', async () => {
    const id = await api.addPlayer({ username: 'First_Name' });
    for (const username of ['Second_Name', 'Third_Name'])
      await api.database.transaction('eu', (db) => recordSignIn(db, { id, username }, api.clock.now));
    const mention = await create(BORODINO, HOOD, { title: 'first_name and Third_Name' });
    const report = await erase(api, id);
    expect([...report.names].sort()).toEqual(['First_Name', 'Second_Name', 'Third_Name']);
    expect(report.texts).toContainEqual({
      table: 'posts',
      column: 'title',
      id: mention,
      excerpts: ['first_name and Third_Name', 'first_name and Third_Name'],
    });
    expect((await api.call('GET', `/api/post/${mention}`)).json.model.title).toBe('[…] and […]');
  });

  test('are masked only when no other account has them, and from three characters', async () => {
    const id = await api.addPlayer({ username: 'Shared_Name' });
    for (const username of ['ab', 'Tre'])
      await api.database.transaction('eu', (db) => recordSignIn(db, { id, username }, api.clock.now));
    await api.addPlayer({ username: 'shared_name' });
    const title = 'Shared_Name ab maître Tréma trees';
    const mention = await create(BORODINO, HOOD, { title: `${title} tre` });
    const report = await erase(api, id);
    expect([report.names, [...report.unusedNames].sort()]).toEqual([['Tre'], ['Shared_Name', 'ab']]);
    expect((await api.call('GET', `/api/post/${mention}`)).json.model.title).toBe(`${title} […]`);
  });

  test('can be given by the operator, and are then masked but not recognised later', async () => {
    const id = await api.addPlayer({ username: 'Known_Name' });
    const mention = await create(BORODINO, HOOD, { title: 'Once Former_Known' });
    const count = () => api.database.read('eu', (db) => db.$count(personErasures));
    const fingerprints = await count();
    const { names } = await erase(api, id, { names: ['Former_Known', 'Aurora_Captain', 'x'] });
    expect(names).toEqual(['Known_Name', 'Former_Known']);
    expect((await api.call('GET', `/api/post/${mention}`)).json.model.title).toBe('Once […]');
    expect(await count()).toBe(fingerprints + 3);
  });

  test('of an erased person count in the chat of a replay whose roster has them', async () => {
    const id = await api.addPlayer({ username: 'Erased_Name' });
    await erase(api, id);
    const battle = fullBattle();
    Object.assign(battle.participants[1] ?? {}, { accountId: id, name: 'Later_Name' });
    const chat = [{ from: 0, group: 'battle_team', text: 'gg Later_Name' }];
    const post = await create(BORODINO, AURORA, { flairs: 1 }, fileOf({ ...battle, chat }));
    const { replay } = (await api.call('GET', `/api/post/${post}`)).json.model;
    expect(replay.chatMessages).toMatchObject([{ messageContent: 'gg […]' }]);
    expect(JSON.stringify(replay)).not.toContain('Later_Name');
  });
});
