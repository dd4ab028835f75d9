/** A child process with many hub clients. It replies to each message of its parent with what its clients have seen. */
import { type HubClient, openHubClient } from '#scripts/bench/scale/hub-client.ts';

/** Opens clients, or only reports about a post. */
export interface WorkerOrder {
  open?: { origins: readonly string[]; first: number; count: number };
  postId?: string;
}

/** The clients of a worker. Times are milliseconds since 1970. */
export interface WorkerReport {
  open: number;
  /** Clients that received the post exactly once, and more than once. */
  once: number;
  repeated: number;
  /** When the last of them received it. */
  lastAt: number;
}

/** Connections that are opened at once. */
const OPENED_TOGETHER = 50;

const clients: HubClient[] = [];
/** By post: how often each client received it, and when it last came. */
const arrivals = new Map<string, { counts: Map<number, number>; lastAt: number }>();

function record(client: number, method: string, postId: string): void {
  if (method !== 'NewPost') return;
  const seen = arrivals.get(postId) ?? { counts: new Map(), lastAt: 0 };
  arrivals.set(postId, seen);
  seen.counts.set(client, (seen.counts.get(client) ?? 0) + 1);
  seen.lastAt = performance.timeOrigin + performance.now();
}

/** A different address for each client, as the trusted hop reports it. */
const addressOf = (client: number): string => `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;

async function open({ origins, first, count }: NonNullable<WorkerOrder['open']>): Promise<void> {
  let next = first;
  const openSome = async (): Promise<void> => {
    while (next < first + count) {
      const client = next;
      next += 1;
      const onEvent = (method: string, postId: string): void => record(client, method, postId);
      clients.push(await openHubClient({ origins, address: addressOf(client), onEvent }));
    }
  };
  await Promise.all(Array.from({ length: OPENED_TOGETHER }, openSome));
}

process.on('message', async (order: WorkerOrder) => {
  if (order.open !== undefined) await open(order.open);
  const seen = arrivals.get(order.postId ?? '');
  const counts = [...(seen?.counts.values() ?? [])];
  const report: WorkerReport = {
    open: clients.filter((client) => client.isOpen()).length,
    once: counts.filter((count) => count === 1).length,
    repeated: counts.filter((count) => count > 1).length,
    lastAt: seen?.lastAt ?? 0,
  };
  process.send?.(report);
});
process.on('disconnect', () => process.exit());
