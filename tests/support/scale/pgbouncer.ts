/** Debian's PgBouncer in transaction mode, in front of the tests' PostgreSQL server. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '#scripts/support/listen.ts';
import { createServerHome, startGuarded, tryPort, untilStarted } from '#tests/support/guarded-program.ts';

/** A running pooler. */
export interface Pooler {
  /** The address through the pooler for an address of the server. */
  through(serverUrl: string): string;
  stop(): Promise<void>;
}

/** Any user may connect, as in the test server. Startup parameters that PgBouncer does not know are refused by default. */
const settingsFor = (server: URL, port: number): string => `
[databases]
* = host=${server.hostname} port=${server.port} user=${server.username} connect_query='set statement_timeout = 30000'

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 10
`;

/** Starts PgBouncer for all databases of the server. */
export async function startPgbouncer(serverUrl: string): Promise<Pooler> {
  const home = createServerHome('pgbouncer');
  const port = await freePort();
  const file = path.join(home.cwd, 'pgbouncer.ini');
  writeFileSync(file, settingsFor(new URL(serverUrl), port));
  const program = startGuarded(home, ['/usr/sbin/pgbouncer', '--quiet', file]);
  await untilStarted('PgBouncer', program, () => tryPort(port));
  return {
    through(url) {
      const address = new URL(url);
      address.port = String(port);
      return address.href;
    },
    stop: program.stop,
  };
}
