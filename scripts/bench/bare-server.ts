/**
 * The least that can answer a call: a bare Fastify route that runs the call's statements, one after the other, and sends their
 * rows. Its parent sends the address of the database and the routes, and gets the port.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import pg from 'pg';

/** A statement as the API sent it. */
export type SentStatement = Required<Pick<pg.QueryConfig, 'text' | 'values'>> & Pick<pg.QueryConfig, 'name'>;

/** The parent's message. */
export interface BareSetup {
  databaseUrl: string;
  /** The statements of each route, whose path is its index. */
  routes: SentStatement[][];
}

const [setup] = (await once(process, 'message')) as [BareSetup];
const pool = new pg.Pool({ connectionString: setup.databaseUrl, max: 16 });
const app = fastify();
for (const [index, statements] of setup.routes.entries())
  app.get(`/${index}`, async () => {
    const answers: unknown[] = [];
    for (const statement of statements) answers.push((await pool.query(statement)).rows);
    return answers;
  });
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.((app.server.address() as AddressInfo).port);
process.on('disconnect', () => process.exit());
