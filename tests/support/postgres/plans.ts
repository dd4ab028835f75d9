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
  'Relation Name'?: string;
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

/** The tables among `tables` that a statement reads from start to end. */
export async function scannedTables(
  client: pg.Client,
  { text, values }: Sent,
  tables: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query(`explain (format json) ${text}`, values);
  const [{ Plan }] = rows[0]['QUERY PLAN'];
  const scans = [...nodesOf(Plan)].filter((node) => node['Node Type'] === 'Seq Scan');
  return scans.flatMap((node) => node['Relation Name'] ?? []).filter((name) => tables.includes(name));
}
