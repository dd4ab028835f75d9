/** The import of a database of WOWS Karma, restored into both databases (rules 29.1 to 29.7). */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { importRegion } from '#api/commands/import-wows-karma/import.ts';
import { restoreBackup } from '#api/storage/backup/restore-backup.ts';
import { type Data, openData } from '#api/storage/open-data.ts';
import type { RegionId } from '#lib/regions.ts';
import { createPlaces } from '#tests/support/data-places.ts';
import { filesOf, playersWithWrongSums, rowsOf } from '#tests/support/database-content.ts';
import { runOperatorCommand } from '#tests/support/operator-command.ts';
import { wrongTotals } from '#tests/support/post-totals.ts';
import { CLAN_ROLES, LATEST, PLAYER, POST, REPLAY, uuid } from '#tests/support/wows-karma/ids.ts';
import { createOldDatabase, type OldFixture } from '#tests/support/wows-karma/old-database.ts';
import { writeOldFiles } from '#tests/support/wows-karma/old-files.ts';
import { ODD_ROWS } from '#tests/support/wows-karma/rows.ts';

type Row = Record<string, unknown>;

const places = createPlaces();
const files = path.join(places.folder, 'old-files');
const newFolder = (): string => path.join(places.folder, `import-${randomUUID()}`);

let old: OldFixture;
let backup: string;
let report: string[];
let server: Data;
/** The rows of a table after the import into PostgreSQL, by id. */
let tables: Record<string, Row[]>;

async function runImport(from: string, target: string | null, region: RegionId = 'eu'): Promise<string[]> {
  const lines: string[] = [];
  await importRegion({ from, files, region, target }, (line) => lines.push(line));
  return lines;
}

/** Restores `eu` into a new place, and opens that. */
async function restored(kind: 'embedded' | 'server', from: string): Promise<Data> {
  const target = await places.add(kind);
  await restoreBackup(target, from, false, { only: 'eu' });
  return openData(target, () => {});
}

const parsed = (rows: Record<string, string[]>): Record<string, Row[]> =>
  Object.fromEntries(
    Object.entries(rows).map(([name, lines]) => [name, lines.map((line) => JSON.parse(line))]),
  );

beforeAll(async () => {
  writeOldFiles(files);
  old = await createOldDatabase(ODD_ROWS);
  backup = newFolder();
  report = await runImport(old.url, backup);
  server = await restored('server', backup);
  tables = parsed(await rowsOf(server.database));
});
afterAll(async () => {
  await server.database.close();
  await old.remove();
  await places.remove();
});

const row = (table: string, id: number | string): Row => {
  const found = tables[`eu.${table}`]?.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${table} has no row ${id}`);
  return found;
};

describe('an imported region', () => {
  test('has the same rows in both databases (rule 29.1)', async () => {
    const embedded = await restored('embedded', backup);
    onTestFinished(() => embedded.database.close());
    expect(parsed(await rowsOf(embedded.database))).toEqual(tables);
    expect(await wrongTotals(embedded.database, 'eu')).toEqual([]);
  });

  test('has karma that is the sum of its posts (rule 29.3)', async () => {
    expect(await playersWithWrongSums(server.database)).toEqual([]);
    expect(await wrongTotals(server.database, 'eu')).toEqual([]);
    expect(row('players', PLAYER.subject)).toMatchObject({ site_karma: 3, rating_performance: 3 });
    expect(row('posts', POST.uncounted)).toMatchObject({ applied_site_karma: 0, applied_performance: -1 });
    for (const id of [POST.locked, POST.lockedByNone])
      expect(row('posts', id)).toMatchObject({ applied_site_karma: 0, applied_performance: 0 });
  });

  test('has no moment for any form of never (rule 29.2)', () => {
    for (const id of [PLAYER.author, PLAYER.subject, PLAYER.shiftedOptOut, PLAYER.zeroOptOut])
      expect(row('players', id)).toMatchObject({ opt_out_changed: null, last_battle_time: null });
    expect(row('players', PLAYER.optedOut).opt_out_changed).toMatch(/^2026-11-18/);
    expect(row('players', PLAYER.neverRefreshed).updated_at).toBe(row('players', PLAYER.author).created_at);
    expect(row('posts', POST.plain).updated_at).toBeNull();
    expect(row('posts', POST.edited).updated_at).toMatch(/^2026-10-03/);
    expect(row('clans', 700000002)).toMatchObject({
      created_at: null,
      updated_at: '1970-01-01T00:00:00+00:00',
    });
    expect(JSON.stringify(tables)).not.toContain('infinity');
  });

  test('keeps names and texts of any length, and names accounts without one (rule 29.2)', () => {
    expect(row('players', PLAYER.unnamed).username).toBe(`Player ${PLAYER.unnamed}`);
    expect(row('players', PLAYER.signedInOnly).username).toBe(`Player ${PLAYER.signedInOnly}`);
    expect(row('players', PLAYER.rightToLeft).username).toBe('\u200f');
    expect(row('players', PLAYER.moderator).username).toBe('Капитан');
    expect(row('players', PLAYER.longName).username).toBe('n'.repeat(100));
    expect(row('posts', POST.empty)).toMatchObject({ title: '', content: '' });
    expect(String(row('posts', POST.long).content)).toHaveLength(5000);
    expect(row('posts', POST.short)).toMatchObject({ title: 'gg', content: 'noob!' });
  });

  test('keeps six bits of flairs, and ticket numbers of nine digits (rule 29.2)', () => {
    const flairs = [POST.bothBits, POST.unknownBits, POST.allBits, POST.minusOne];
    expect(flairs.map((id) => row('posts', id).flairs)).toEqual([3, 0, 63, 63]);
    const tickets = [POST.longTicket, POST.ticket, POST.sameMillisecond, POST.negativeTicket];
    expect(tickets.map((id) => row('posts', id).ticket_id)).toEqual([null, '999999999', null, null]);
  });

  test('has clans of present members only (rule 29.2)', () => {
    expect(row('players', PLAYER.member)).toMatchObject({ clan_id: 700000001, clan_member_role: 3 });
    expect(row('players', PLAYER.member).joined_clan_at).toMatch(/^2023-05-06T00:00:00/);
    expect(row('players', PLAYER.drifted)).toMatchObject({ clan_id: 700000002, joined_clan_at: null });
    const roles = CLAN_ROLES.map((_, at) => row('players', PLAYER.firstOfRoles + at).clan_member_role);
    expect(roles).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const id of [PLAYER.formerMember, PLAYER.ofMissingClan])
      expect(row('players', id)).toMatchObject({ clan_id: null, clan_member_role: 0 });
  });

  test('hides game karma and posts where they were hidden', () => {
    expect(row('players', PLAYER.hidden)).toMatchObject({ wg_hidden: true, game_karma: null });
    expect(row('posts', POST.aboutOptedOut).subject_hidden).toBe(true);
  });

  test('has roles that we know, with a record (rule 29.4)', () => {
    expect(row('users', PLAYER.moderator).roles).toEqual(['admin', 'mod']);
    expect(row('users', PLAYER.signedInOnly).roles).toEqual(['mod']);
    // No one becomes a new account by the move: they were known before their last sign-in.
    expect(row('users', PLAYER.moderator).created_at).toBe(row('players', PLAYER.moderator).created_at);
    expect(tables['eu.role_changes']).toHaveLength(3);
    expect(tables['eu.role_changes']?.[0]).toMatchObject({ changed_by: 'import', granted: true });
  });

  test('has mod actions whose revert keeps the text, and whose removal is last (rule 29.4)', () => {
    const text = { title: 'A good game', flairs: 0 };
    expect(row('mod_actions', uuid('action', 4))).toMatchObject({ previous_post: text, updated_post: text });
    expect(row('mod_actions', uuid('action', 4)).created_at).toMatch(/^2026-10-14/);
    expect(row('mod_actions', uuid('action', 1))).toMatchObject({
      author_id: PLAYER.author,
      previous_post: null,
    });
    expect(row('mod_actions', uuid('action', 2)).created_at).toMatch(/^2026-10-20/);
    for (const number of [3, 6])
      expect(row('mod_actions', uuid('action', number)).created_at).toMatch(/^2026-10-20/);
    expect(row('mod_actions', uuid('action', 6)).mod_id).toBe(PLAYER.formerModerator);
  });

  test('bans those whom only a flag banned, for good (rule 29.4)', () => {
    const bans = tables['eu.platform_bans'] ?? [];
    expect(bans).toHaveLength(6);
    expect(bans.find(({ mod_id }) => mod_id === null)).toMatchObject({
      user_id: PLAYER.oldFlag,
      reason: 'Banned before the move; ask a moderator',
      banned_until: null,
      reverted: false,
    });
  });

  test('has the notifications that lead somewhere, one per post and type (rule 29.5)', () => {
    const numbers = (tables['eu.notifications'] ?? []).map(({ id }) => Number(String(id).slice(-2)));
    expect(numbers.sort((one, other) => one - other)).toEqual([2, 4, 9, 10, 11, 12]);
    expect(row('notifications', uuid('note', 10))).toMatchObject({ type: 5, post_id: POST.lockedTwice });
    expect(row('notifications', uuid('note', 12)).payload).toEqual({
      reason: 'Insults',
      until: '2026-09-08T00:00:00.000Z',
    });
  });

  test('has replays of their own post, with safe file names (rule 29.7)', () => {
    expect(tables['eu.replays']?.map(({ id }) => id)).not.toContain(REPLAY.withoutPost);
    expect(row('replays', REPLAY.ofWrongPost).post_id).toBe(POST.empty);
    const names = [REPLAY.whole, REPLAY.again, REPLAY.damaged].map((id) => row('replays', id).file_name);
    expect(names).toEqual(['20260101_my battle é.wowsreplay', 'passwd.wowsreplay', 'replay.wowsreplay']);
    expect(String(row('replays', REPLAY.ofWrongPost).file_name)).toHaveLength(131);
    expect(row('posts', POST.plain).has_replay).toBe(true);
    expect(row('posts', POST.locked).has_replay).toBe(false);
  });

  test('has each file once, not decoded yet, and videos by file (rule 29.7)', async () => {
    const { sha256 } = row('replays', REPLAY.whole);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    for (const id of [REPLAY.again, REPLAY.ofWrongPost]) expect(row('replays', id).sha256).toBe(sha256);
    expect(row('replays', REPLAY.whole)).toMatchObject({
      decoder_version: -1,
      minimap_sha256: null,
    });
    expect(row('replays', REPLAY.again)).toMatchObject({ state: 2, minimap_sha256: expect.any(String) });
    // Replay, damaged one, dangerous one, that of an old game, large one, video.
    expect(await filesOf(server)).toHaveLength(6);
  });

  test('shows what the old site decoded, also where the file is missing or empty (rule 29.7)', () => {
    for (const id of [REPLAY.missing, REPLAY.emptyFile])
      expect(row('replays', id)).toMatchObject({ sha256: null, file_size: 0, decoder_version: 0 });
    for (const id of [REPLAY.missing, REPLAY.emptyFile, REPLAY.whole, REPLAY.damaged])
      expect(row('replays', id)).toMatchObject({
        players: [{ accountId: 500000001, name: 'Captain_1', clanId: 0, shipParamsId: 4277090288 }],
        chat_messages: [
          { playerId: 500000001, username: 'Captain_1', messageContent: 'gl hf' },
          { playerId: 0, username: null, messageContent: 'hi' },
        ],
        author_ship: 4277090288,
      });
    expect(row('replays', REPLAY.missingEmpty)).toMatchObject({ players: [], chat_messages: [] });
  });

  test('is production’s, and sends nothing to Discord', () => {
    expect(tables['eu.meta']).toContainEqual({ key: 'mode', value: 'production' });
    expect(tables['eu.discord_messages']).toEqual([]);
  });
});

test('a second region with the same ids leaves the first alone (rule 29.1)', async () => {
  const place = await places.add('server');
  await restoreBackup(place, backup, false, { only: 'eu' });
  const second = newFolder();
  await runImport(old.url, second, 'na');
  await restoreBackup(place, second, false, { only: 'na' });
  const both = await openData(place, () => {});
  onTestFinished(() => both.database.close());
  const rows = parsed(await rowsOf(both.database));
  const first = Object.entries(tables).filter(([name]) => name.startsWith('eu.'));
  expect(first.length).toBeGreaterThan(9);
  for (const [name, expected] of first) expect(rows[name], name).toEqual(expected);
  for (const name of ['players', 'posts', 'notifications', 'meta'])
    expect(rows[`na.${name}`], name).toEqual(tables[`eu.${name}`]);
  const ofFirst = (await filesOf(server)).filter((file) => file.startsWith('eu '));
  expect(await filesOf(both)).toEqual(
    expect.arrayContaining([...ofFirst, ...ofFirst.map((file) => file.replace('eu ', 'na '))]),
  );
});

describe('the report', () => {
  test('counts rows and reasons per table, and lists karma that differs (rule 29.6)', () => {
    expect(report).toContain(`player ${PLAYER.drifted}: karma 1 → 0`);
    expect(report.filter((line) => line.startsWith('player '))).toHaveLength(1);
    expect(report).toContain('players: 26 read, 27 written, 0 left out, 1 added');
    expect(report).toContain('posts: 26 read, 25 written, 1 left out, 0 added');
    expect(report).toContain('notifications: 12 read, 6 written, 6 left out, 0 added');
    expect(report).toContain('  2  left out: a newer one about the same post is not read yet');
    expect(report).toContain('replays: 11 read, 10 written, 1 left out, 0 added');
    expect(report).toContain('  1  left out: no post has it, with its file');
    expect(report).toContain('  2  the file is missing');
    expect(report).toContain('  1  the file cannot be read');
    expect(report).toContain('  1  a role that we do not have: "owner"');
  });

  test('has rows that lead nowhere, and one date in the future makes no other old (rule 29.6)', async () => {
    const id = 500_000_088;
    const other = await createOldDatabase([
      'alter table "ClanMembers" drop constraint "ClanMembers_PlayerId_fkey"',
      'alter table auth."RoleUser" drop constraint "RoleUser_UsersId_fkey"',
      `insert into "ClanMembers" values (${id}, 700000001, '2023-05-06')`,
      `insert into auth."RoleUser" values (2, ${id})`,
      `insert into "Players" ("Id", "Username", "UpdatedAt") values (500000077, 'Late', '2999-01-01')`,
      `insert into "Players" ("Id", "Username", "UpdatedAt") values (500000078, 'Now', '2026-05-04 12:00Z')`,
    ]);
    onTestFinished(other.remove);
    const target = newFolder();
    const lines = await runImport(other.url, target);
    expect(lines).toContain('players: 2 read, 3 written, 0 left out, 1 added');
    expect(lines).toContain('  1  left out: a role of an account that does not exist');
    const { createdAt } = JSON.parse(readFileSync(path.join(target, 'manifest.json'), 'utf8'));
    expect(createdAt).toBe('2026-05-04T12:00:00.000Z');
  });

  test('has rosters that cannot be read, which become none (rule 29.6)', async () => {
    const [replay, post] = [uuid('replay', 901), uuid('post', 902)];
    const other = await createOldDatabase([
      `insert into "Players" ("Id", "Username") values (500000077, 'One')`,
      `insert into "Replays" ("Id", "BlobName", "Players") values ('${replay}', 'x', '[1, null]')`,
      `insert into "Posts" ("Id", "PlayerId", "AuthorId", "ReplayId") values ('${post}', 500000077, 500000077, '${replay}')`,
    ]);
    onTestFinished(other.remove);
    expect(await runImport(other.url, null)).toContain('  1  a roster or chat that cannot be read');
  });

  test('is the same without a target, and nothing is written (rule 29.6)', async () => {
    const before = readdirSync(places.folder);
    expect(await runImport(old.url, null)).toEqual(report);
    expect(readdirSync(places.folder)).toEqual(before);
  });
});

describe('the command', () => {
  test('writes a backup to the folder that is named', async () => {
    const target = newFolder();
    const args = ['--from', old.url, '--files', files, '--region', 'eu', '--to', target];
    const { code, stdout } = await runOperatorCommand('import-wows-karma', args, {});
    expect(stdout).toContain('posts: 26 read');
    expect(stdout).toContain(`npm run restore -- ${target} --region eu`);
    expect([code, existsSync(path.join(target, 'manifest.json'))]).toEqual([0, true]);
  });

  test('names a folder of files that is missing, and leaves nothing', async () => {
    const target = newFolder();
    const args = ['--from', old.url, '--files', '/no/such/folder', '--region', 'eu', '--to', target];
    const { code, stderr } = await runOperatorCommand('import-wows-karma', args, {});
    expect(stderr).toContain('/no/such/folder/replays cannot be read');
    expect([code, existsSync(target)]).toEqual([1, false]);
  });
});

test('the same database gives the same bytes (rule 29.1)', async () => {
  const second = newFolder();
  await runImport(old.url, second);
  const sums = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .map((file) => [
        path.relative(folder, file),
        createHash('sha256').update(readFileSync(file)).digest('hex'),
      ])
      .sort();
  expect(sums(second)).toEqual(sums(backup));
  const manifest = JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8'));
  expect(manifest.createdAt).toBe(LATEST);
  expect(Object.keys(manifest.regions)).toEqual(['eu']);
});

describe('refuses, and leaves no folder (rule 29.1)', () => {
  test.each<[what: string, statement: string, sentence: RegExp]>([
    [
      'a database with a later migration',
      `insert into "__EFMigrationsHistory" ("MigrationId") values ('20250101000000_Later')`,
      /migration 20250101000000_Later, which this import does not know/,
    ],
    [
      'a database without one of the migrations',
      `delete from "__EFMigrationsHistory" where "MigrationId" like '%AddCSTicketId'`,
      /lacks the migration 20240901093435_AddCSTicketId/,
    ],
    [
      'a date that no one can have written, with its table and row',
      `insert into "Players" ("Id", "Username", "CreatedAt", "UpdatedAt") values (500000077, 'Late', '12026-01-01', now())`,
      /The row 500000077 of players cannot be imported: created/,
    ],
    [
      'a name that our indexes cannot hold, with its table and row',
      `insert into "Players" ("Id", "Username", "CreatedAt", "UpdatedAt")
        values (500000077, repeat('x', 2000000), now(), now())`,
      /The row 500000077 of players cannot be imported: username/,
    ],
    ['a database of something else', 'drop table "__EFMigrationsHistory"', /not a database of WOWS Karma/],
  ])('%s', async (_, statement, sentence) => {
    const other = await createOldDatabase([statement]);
    onTestFinished(other.remove);
    const target = newFolder();
    await expect(runImport(other.url, target)).rejects.toThrow(sentence);
    expect(existsSync(target) || existsSync(`${target}.unfinished`)).toBe(false);
  });

  test('a role without rights on a schema', async () => {
    const role = `reader_${randomUUID().replaceAll('-', '')}`;
    const other = await createOldDatabase([
      `create role ${role} login`,
      `grant select on all tables in schema public to ${role}`,
    ]);
    onTestFinished(async () => {
      await other.run([`drop owned by ${role}`, `drop role ${role}`]);
      await other.remove();
    });
    const url = Object.assign(new URL(other.url), { username: role }).href;
    await expect(runImport(url, null)).rejects.toThrow(
      /does not let this role read dates \(permission denied for schema auth\): give it the right/,
    );
  });
});
