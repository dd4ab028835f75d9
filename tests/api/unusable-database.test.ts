/** The sentence for a PostgreSQL server that cannot be used, with errors as the driver throws them (rule 18.17). */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startApi } from '#api/app/start.ts';
import { loadConfig } from '#api/config/load-config.ts';
import { DatabaseUnavailable } from '#api/db/database.ts';
import { connectDatabase, unusable } from '#api/db/open.ts';
import { PRODUCTION } from '#tests/support/production.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const TCP = 'postgres://karma:hunter2@db.test:5433/karma';
const SOCKET = 'postgres:///karma?host=/run/postgresql&user=karma&password=hunter2';

function sentence(databaseUrl: string, root: Partial<NodeJS.ErrnoException>): string {
  const cause = new DatabaseUnavailable(Object.assign(new Error(root.message ?? ''), root));
  const failed = new Error('Failed query: select nspname\nparams: ', { cause });
  return unusable({ dataDir: '', databaseUrl }, failed).message;
}

test.each([
  ['3D000', 'database "karma" does not exist', null, 'create it, or correct the name'],
  ['28000', 'role "karma" does not exist', null, 'correct the role and its password'],
  ['28P01', 'password authentication failed for user "karma"', null, 'correct the role and its password'],
  ['', 'SASL: client password must be a string', 'it requires a password', 'add the password'],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND', 'its name is not in the DNS', 'correct the host'],
  ['ENOENT', "no such file, open '/ca.pem'", null, 'check DATABASE_URL'],
  ['', 'timeout expired', 'it does not respond', 'start PostgreSQL, or correct host and port'],
  ['53300', 'sorry, too many clients already', null, 'close other connections, or raise'],
])('says why a server cannot be used, and what to do: %s %s (Rule 18.17)', (code, said, words, advice) => {
  const message = sentence(TCP, { code, message: said, syscall: said.includes('open') ? 'open' : 'connect' });
  const start = `The PostgreSQL database at db.test:5433/karma cannot be used (${words ?? said}): ${advice}`;
  expect(message.slice(0, start.length)).toBe(start);
  expect(message).not.toMatch(/hunter2|Failed query/);
});

test('names a socket by its folder (Rule 18.17)', () => {
  const missing = {
    code: 'ENOENT',
    syscall: 'connect',
    message: 'connect ENOENT /run/postgresql/.s.PGSQL.5432',
  };
  expect(sentence(SOCKET, missing)).toBe(
    'The PostgreSQL database karma at the socket in /run/postgresql cannot be used (its socket does not exist): start PostgreSQL, or correct the folder of its socket in DATABASE_URL.',
  );
});

test('a command that connects gets the same sentence (Rule 18.17)', async () => {
  const databaseUrl = 'postgres://karma:hunter2@127.0.0.1:1/karma';
  await expect(connectDatabase({ dataDir: '', databaseUrl })).rejects.toThrow(
    'The PostgreSQL database at 127.0.0.1:1/karma cannot be used (it refuses connections): start PostgreSQL, or correct host and port in DATABASE_URL.',
  );
});

test('a folder of backups that cannot be written to is refused (Rule 18.16)', async () => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const config = loadConfig({ ...PRODUCTION, BACKUP_DIR: path.join(file, 'backups') }, 'production');
  await expect(startApi(config, () => {})).rejects.toThrow(
    /^The folder \S+backups cannot be used \(ENOTDIR\): set BACKUP_DIR to a folder that this account may write to\.$/,
  );
});
