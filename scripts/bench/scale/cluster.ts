/** Set-up C: API processes on one database behind PgBouncer, with Redis and S3, and many authors. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createTokens } from '#api/model/auth/authenticate.ts';
import { buildDatabase } from '#scripts/bench/scale/build-database.ts';
import { type DataSize, FIRST_PLAYER } from '#scripts/bench/scale/data.ts';
import type { BenchServer } from '#scripts/bench/scale/servers.ts';
import { ensureScaleServers } from '#scripts/testing/scale-servers.ts';
import { administer, urlOf } from '#tests/support/postgres/databases.ts';
import { SECRET } from '#tests/support/production.ts';
import { type ApiProcess, startApiProcess } from '#tests/support/scale/api-processes.ts';
import { startServices } from '#tests/support/scale/services.ts';

/** Enough authors that no one writes twice at the same time. */
const SIZE: DataSize = { posts: 1_000, players: 2_000, clans: 5 };

/** Who writes a post about whom, signed in. */
export interface Author {
  id: number;
  player: number;
  token: string;
}

/** Running processes with their data. */
export interface Cluster {
  database: string;
  client: pg.Client;
  processes: ApiProcess[];
  /** Starts a process again on its port, after it has ended. */
  restart(index: number): Promise<void>;
  /** The next author, with a target that this author has not written about. */
  nextAuthor(): Promise<Author>;
  close(): Promise<void>;
}

async function readSeeds(client: pg.Client): Promise<Map<number, string>> {
  const { rows } = await client.query<{ id: string; seed: string }>(
    `select id, seed from eu.users where id >= ${FIRST_PLAYER} and id % 100 <> 0 order by id`,
  );
  return new Map(rows.map(({ id, seed }) => [Number(id), seed]));
}

/** Authors have even ids, targets odd ones, which have not opted out. Each round pairs every author with another target. */
function createAuthors(seeds: ReadonlyMap<number, string>): () => Promise<Author> {
  const ids = [...seeds.keys()];
  const tokens = createTokens(SECRET);
  let next = 0;
  return async () => {
    const [turn, round] = [next % ids.length, Math.floor(next / ids.length)];
    next += 1;
    const id = ids[turn] as number;
    const player = (ids[(turn + 1 + round) % ids.length] as number) + 1;
    const subject = { id, username: `Author_${id}`, roles: [], seed: seeds.get(id) as string };
    return { id, player, token: await tokens.sign('eu', subject, Date.now()) };
  };
}

/** Starts `count` processes on a new database; `env` adds to their settings. */
export async function startCluster(
  server: BenchServer,
  count: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  ensureScaleServers();
  const name = `cluster_${randomUUID().slice(0, 8)}`;
  await buildDatabase(server.url, name, SIZE);
  const database = urlOf(server.url, name);
  const services = await startServices(server.url);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-cluster-'));
  const common = { ...services.settings(database), DATA_DIR: folder, ...env };
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const processes: ApiProcess[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(processes.map(({ end }) => end('SIGKILL')));
    await client.end();
    await services.stop();
    await administer(server.url, `drop database ${name} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (let index = 0; index < count; index += 1) processes.push(await startApiProcess(common));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    database,
    client,
    processes,
    async restart(index) {
      const port = String(processes[index]?.port);
      processes[index] = await startApiProcess({ ...common, API_PORT: port });
    },
    nextAuthor: createAuthors(await readSeeds(client)),
    close,
  };
}
