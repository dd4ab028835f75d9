/** The operator's commands as programs, on an embedded database. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { MIGRATION_NAMES } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';
import { replays } from '#api/db/replay-schema.ts';
import { players, posts } from '#api/db/schema.ts';
import { type Data, openData } from '#api/storage/open-data.ts';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';
import { filesOf, rowsOf } from '#tests/support/database-content.ts';
import { runOperatorCommand } from '#tests/support/operator-command.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();
const [AUTHOR, SUBJECT] = [520_000_001, 520_000_002];
const OPEN = {
  regions: REGION_IDS,
  bucket: null,
  databaseUrl: null,
  mode: null,
  migrateAtStart: true,
} as const;

beforeAll(async () => {
  const database = await openDatabase({ ...OPEN, dataDir: folder });
  await database.close();
});

test('npm run migrate names what it applied', async () => {
  const env = { DATA_DIR: temporaryFolder(), REGIONS: 'eu' };
  const end = `The database in ${env.DATA_DIR}/database has all migrations.\n`;
  for (const said of [`Applied: ${MIGRATION_NAMES.join(', ')}.`, 'Nothing was pending.'])
    expect(await runOperatorCommand('migrate', [], env)).toMatchObject({
      stdout: `${said}\n${end}`,
      stderr: '',
    });
});

const role = (...args: string[]) => runOperatorCommand('role', args, { DATA_DIR: folder });

describe('npm run role', () => {
  test('explains wrong arguments, and how it is used', async () => {
    const { code, stdout, stderr } = await role('grant', '500000004', 'admin');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.split('\n')[0]).toBe('Add --region with eu, na, cis or sea.');
    expect(stderr).toContain('npm run role -- grant 500000004 admin --region eu');
  });

  test('is explained by --help, like every command (Rule 22.19)', async () => {
    for (const command of [
      'backup',
      'import-wows-karma',
      'move-files',
      'role',
      'person',
      'remove-region',
    ] as const) {
      const usage = { code: 0, stdout: expect.stringMatching(/^Usage:/), stderr: '' };
      expect(await runOperatorCommand(command, ['--help'], {})).toEqual(usage);
    }
  });

  test('refuses a region that the deployment does not have', async () => {
    const args = ['grant', '500000004', 'admin', '--region', 'na'];
    const { code, stderr } = await runOperatorCommand('role', args, { DATA_DIR: folder, REGIONS: 'sea,eu' });
    expect([code, stderr]).toEqual([1, 'na is not one of the REGIONS (sea, eu): add it there first.\n']);
  });

  test('makes the first administrator, lists them, and revokes the role (Rule 20.3)', async () => {
    const unknown = await role('grant', '500000004', 'admin', '--region', 'eu');
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      'No one with the number 500000004 is known here (eu): check it in the address of the profile, or add --yes.\n',
    ]);
    const granted = await role('grant', '500000004', 'admin', '--region', 'eu', '--yes');
    expect(granted.stdout).toContain(
      `Granted admin to account 500000004 (eu) in the database in ${folder}/database.`,
    );
    const logged = JSON.parse(granted.stderr) as object;
    expect(logged).toMatchObject({
      level: 'info',
      region: 'eu',
      accountId: 500_000_004,
      role: 'admin',
      changedBy: expect.stringMatching(/^npm run role, as ./),
      msg: 'role granted',
    });
    expect((await role('grant', '500000004', 'admin', '--region', 'eu')).stdout).toContain('nothing changed');
    const listed = await role('list');
    expect(listed.stdout).toContain(
      'eu:\n  500000004  Player 500000004  admin  has not signed in yet\nna:\n',
    );
    expect((await role('list', '--region', 'na')).stdout).toBe('na:\n  no one has a role\n');
    const revoked = await role('revoke', '500000004', 'admin', '--region', 'eu');
    expect([revoked.code, revoked.stdout]).toEqual([
      0,
      expect.stringContaining('Revoked admin from account 500000004 (eu) in '),
    ]);
    expect(JSON.parse(revoked.stderr)).toMatchObject({ msg: 'role revoked' });
    expect((await role('list', '--region', 'eu')).stdout).toBe('eu:\n  no one has a role\n');
  });

  test('is refused while the API uses the embedded database', async () => {
    const database = await openDatabase({ ...OPEN, dataDir: folder });
    const { code, stderr } = await role('list');
    await database.close();
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The data folder .* is in use by process \d+/),
    ]);
  });
});

describe('npm run backup and npm run restore', () => {
  const command = (args: string[], env: Readonly<Record<string, string>>) =>
    runOperatorCommand('backup', args, env);

  /** A database with a player and a stored file; resolves to what it contains. */
  async function fill(dataDir: string) {
    const storage = { ...OPEN, dataDir, filesDir: path.join(dataDir, 'files') };
    const data = await openData(storage, () => {});
    await data.database.transaction('sea', async (db) => {
      await db.insert(players).values([AUTHOR, SUBJECT].map((id) => ({ id, username: `Player_${id}` })));
      const [post] = await db
        .insert(posts)
        .values({ authorId: AUTHOR, playerId: SUBJECT, title: 'A title', content: 'A text' })
        .returning();
      const sha256 = await data.files.put('sea', Buffer.from('a replay'));
      await db
        .insert(replays)
        .values({ postId: post?.id ?? '', fileName: 'a.wowsreplay', fileSize: 8, sha256 });
    });
    return contentOf(data);
  }

  async function contentOf(data: Data) {
    const content = { rows: await rowsOf(data.database), files: await filesOf(data) };
    await data.database.close();
    return content;
  }

  test('write a folder, and read it into another data folder (Rules 22.8 and 22.9)', async () => {
    const [from, to, target] = ['from', 'to', 'backup'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    const content = await fill(from);
    const written = await command(['backup', target], { DATA_DIR: from });
    expect(written).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        new RegExp(
          `^Backed up \\d+ rows and 1 files of eu, na, cis, sea from the database in ${from}/database to ${target}\\.\n$`,
        ),
      ),
      stderr: '',
    });
    const read = await command(['restore', target], { DATA_DIR: to });
    expect([read.code, read.stdout]).toEqual([
      0,
      expect.stringMatching(/^Restored eu, na, cis, sea from the backup of 2\S+Z into the database in /),
    ]);
    expect(read.stderr).toMatch(/^eu: verifying \d+ tables and 0 files\n(.*\n)*sea: adding up the totals\n$/);
    const restored = { ...OPEN, migrateAtStart: false, dataDir: to, filesDir: path.join(to, 'files') };
    expect(await contentOf(await openData(restored, () => {}))).toEqual(content);
    const again = await command(['restore', target], { DATA_DIR: to });
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('add --replace')]);
  });

  test('know the chosen regions (Rules 22.8 and 22.9)', async () => {
    const [from, to, target] = ['some', 'others', 'some-backup'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    await fill(from);
    const written = await command(['backup', target], { DATA_DIR: from, REGIONS: 'sea na' });
    expect(written.stdout).toMatch(/^Backed up \d+ rows and 1 files of sea, na from /);
    const refused = await command(['restore', target, '--region', 'na'], { DATA_DIR: to, REGIONS: 'eu' });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^na is not one of the REGIONS/),
    ]);
    const read = await command(['restore', target], { DATA_DIR: to, REGIONS: 'eu,sea' });
    expect(read.stdout).toMatch(
      /^Restored sea from .*\nThe backup has no data of eu, which is as it was\.\n$/,
    );
  });

  test('explain wrong arguments', async () => {
    const { code, stderr } = await command(['restore'], { DATA_DIR: folder });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Give one folder\.\n\nUsage:\n {2}npm run backup -- TARGET/);
  });

  test('back up no database that does not exist, and create none', async () => {
    const missing = path.join(folder, 'missing');
    const { code, stderr } = await command(['backup', path.join(folder, 'none')], { DATA_DIR: missing });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^There is no database in .*migrate".*\.\n$/)]);
    expect(existsSync(missing)).toBe(false);
  });
});

describe('npm run remove-region', () => {
  const remove = (args: string[], REGIONS: string) =>
    runOperatorCommand('remove-region', args, { DATA_DIR: folder, REGIONS });
  const content = async () => {
    const storage = { ...OPEN, dataDir: folder, filesDir: path.join(folder, 'files') };
    const { database, files } = await openData(storage, () => {});
    const of = async (region: RegionId) => {
      const rows = await database.read(region, (db) => db.$count(players));
      return { rows, files: (await filesOf({ files })).filter((name) => name.startsWith(region)).length };
    };
    const found = { sea: await of('sea'), na: await of('na') };
    await database.close();
    return found;
  };
  const before = { rows: 1, files: 1 };

  beforeAll(async () => {
    const storage = { ...OPEN, dataDir: folder, filesDir: path.join(folder, 'files') };
    const { database, files } = await openData(storage, () => {});
    for (const region of ['sea', 'na'] as const) {
      await database.transaction(region, (db) => db.insert(players).values({ id: 1, username: 'Someone' }));
      await files.put(region, Buffer.from('a replay'));
    }
    await database.close();
  });

  test('refuses a region that the deployment has', async () => {
    const { code, stderr } = await remove(['na', '--yes'], 'eu,na');
    expect([code, stderr]).toEqual([1, 'na is one of the REGIONS (eu, na): take it out first.\n']);
    expect(await content()).toEqual({ sea: before, na: before });
  });

  test('shows what it would delete, and deletes it with --yes, and nothing of others (Rule 18.15)', async () => {
    const shown = await remove(['na'], 'eu');
    expect(shown.stdout).toMatch(
      /^The database in \S+ has 2 rows and 1 files of na\. Add --yes to delete them/,
    );
    expect(await content()).toEqual({ sea: before, na: before });
    const { stdout } = await remove(['na', '--yes'], 'eu');
    expect(stdout).toMatch(/^Deleted 2 rows and 1 files of na from the database in /);
    expect(await content()).toEqual({ sea: before, na: { rows: 0, files: 0 } });
  });
});
