/** The operator's commands as programs, on an embedded database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#api/db/open.ts';
import { runOperatorCommand } from '#tests/support/operator-command.ts';

let folder: string;
const OPEN = { databaseUrl: null, mode: null, migrateAtStart: true } as const;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fleet-karma-commands-'));
  const database = await openDatabase({ ...OPEN, dataDir: folder });
  await database.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const role = (...args: string[]) => runOperatorCommand('roles', args, { DATA_DIR: folder });

describe('npm run role', () => {
  test('explains wrong arguments, and how it is used', async () => {
    const { code, stdout, stderr } = await role('grant', '500000004', 'admin');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.split('\n')[0]).toBe('Add --region with eu, na, cis or sea.');
    expect(stderr).toContain('npm run role -- grant 500000004 admin --region eu');
  });

  test('makes the first administrator, lists them, and revokes the role (Rule 20.3)', async () => {
    const granted = await role('grant', '500000004', 'admin', '--region', 'eu');
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
