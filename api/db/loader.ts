/** Rows by id: what is requested in the same turn of the event loop is one statement (decision 17). */
import { setImmediate } from 'node:timers';
import DataLoader from 'dataloader';
import { type SQL, sql } from 'drizzle-orm';
import { type Reader, sqlState } from '#api/db/database.ts';
import { anyOfPlaceholder, arrayText } from '#api/db/sql.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';

type Id = number | string;

/** Ids of one statement, unless a single request has more. */
const IDS_MAX = 500;

/** States of errors that a single id may cause: a value that cannot be calculated, or damaged data. */
const OF_ONE_ID = /^(22|XX)/;

/** The requests in their order. Each is in one batch, so that all its rows are of the same moment. */
function inBatches<Ids extends readonly Id[]>(requests: readonly Ids[]): Ids[][] {
  const batches: Ids[][] = [];
  let room = -1;
  for (const ids of requests) {
    room -= ids.length;
    if (room < 0) {
      batches.push([]);
      room = IDS_MAX - ids.length;
    }
    batches.at(-1)?.push(ids);
  }
  return batches;
}

/**
 * Returns a function that reads the rows of different ids, in the order of the ids. `select` gets the condition on the id, and
 * `idOf` returns the id of a row. Ids are numbers unless `type` is `uuid`. A statement is sent after the requests that it
 * answers, and its rows are not kept. Requests share rows: never change them, and decide afterwards what depends on the viewer.
 */
export function createLoader<Row, Key extends Id = number>(
  select: (matches: SQL) => SQL,
  idOf: (row: Row) => Key,
  type: 'bigint' | 'uuid' = 'bigint',
) {
  type Ids = readonly Key[];
  // With a short list, PostgreSQL plans the statement each time, which takes longer than a row.
  const one = buildStatement(select(sql`= ${sql.placeholder('id')}`));
  const several = buildStatement(select(sql`= ${anyOfPlaceholder('ids', type)}`));

  async function readTogether(db: Reader, requests: readonly Ids[]): Promise<Row[][]> {
    const ids = [...new Set(requests.flat())];
    const rows = await (ids.length === 1
      ? runStatement<Row>(db, one, { id: ids[0] })
      : runStatement<Row>(db, several, { ids: arrayText(ids) }));
    const rowsOf = Map.groupBy(rows, idOf);
    return requests.map((ids) => ids.flatMap((id) => rowsOf.get(id) ?? []));
  }

  async function readBatch(db: Reader, requests: readonly Ids[]): Promise<(Row[] | Error)[]> {
    try {
      return await readTogether(db, requests);
    } catch (error) {
      if (requests.length === 1 || !OF_ONE_ID.test(sqlState(error) ?? ''))
        return requests.map(() => error as Error);
      return (await Promise.all(requests.map((ids) => readBatch(db, [ids])))).flat(1);
    }
  }

  const loaders = new WeakMap<Reader, DataLoader<Ids, Row[]>>();
  const createFor = (db: Reader) =>
    new DataLoader<Ids, Row[]>(
      async (requests) =>
        (await Promise.all(inBatches(requests).map((batch) => readBatch(db, batch)))).flat(1),
      // Requests of one turn arrive in separate tasks, between which the package's own schedule would send them.
      { cache: false, batchScheduleFn: setImmediate },
    );
  return (db: Reader, ids: Ids): Promise<Row[]> => {
    const loader = loaders.get(db) ?? createFor(db);
    loaders.set(db, loader);
    return loader.load(ids);
  };
}
