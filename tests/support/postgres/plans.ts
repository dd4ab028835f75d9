/** The plans of statements that the API sends to PostgreSQL. */
import pg from 'pg';
import { vi } from 'vitest';

/** A statement as it was sent. */
export interface Sent {
  text: string;
  values: unknown[];
}

interface PlanNode {
  'Node Type': string;
  'Plan Rows': number;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Sort Key'?: string[];
  Plans?: PlanNode[];
}

/** Records the statements that all connections send while `run` runs; each text once. */
export async function recordStatements(run: () => Promise<void>): Promise<Sent[]> {
  const sent = new Map<string, Sent>();
  const original = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first, second] = args;
    const config = (typeof first === 'string' ? { text: first } : first) as Partial<pg.QueryConfig>;
    const values = (Array.isArray(second) ? second : config.values) ?? [];
    const { text = '' } = config;
    if (/^\s*(select|insert|update|delete|with|\()/i.test(text)) sent.set(text, { text, values });
    return Reflect.apply(original, this, args);
  } as never);
  try {
    await run();
  } finally {
    spy.mockRestore();
  }
  return [...sent.values()];
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}

/** The plan of a statement, its root first. */
async function planOf(client: pg.Client, { text, values }: Sent): Promise<PlanNode[]> {
  const { rows } = await client.query(`explain (format json) ${text}`, values);
  return [...nodesOf(rows[0]['QUERY PLAN'][0].Plan)];
}

/** The tables among `tables` that a statement reads from start to end. */
export async function scannedTables(
  client: pg.Client,
  statement: Sent,
  tables: readonly string[],
): Promise<string[]> {
  const scans = (await planOf(client, statement)).filter((node) => node['Node Type'] === 'Seq Scan');
  return scans.flatMap((node) => node['Relation Name'] ?? []).filter((name) => tables.includes(name));
}

/** How many rows a statement sorts by `key`, as PostgreSQL expects: 0 where an index has them in order. */
export async function sortedRows(client: pg.Client, statement: Sent, key = /./): Promise<number> {
  const isSort = (node: PlanNode) => /Sort$/.test(node['Node Type']) && key.test(`${node['Sort Key']}`);
  const sorts = (await planOf(client, statement)).filter(isSort);
  return Math.max(0, ...sorts.flatMap(({ Plans = [] }) => Plans.map((input) => input['Plan Rows'])));
}

/** The indexes that a statement reads. */
export const indexesOf = async (client: pg.Client, statement: Sent): Promise<string[]> =>
  (await planOf(client, statement)).flatMap((node) => node['Index Name'] ?? []);

/** The tables that a statement reads for rows before its limit, skipped ones among them. */
export const tablesBeforeLimit = async (client: pg.Client, statement: Sent): Promise<string[]> =>
  (await planOf(client, statement))
    .filter((node) => node['Node Type'] === 'Limit')
    .flatMap((limit) => [...nodesOf(limit)])
    .flatMap((node) => node['Relation Name'] ?? []);
