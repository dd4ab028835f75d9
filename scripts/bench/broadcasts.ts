/** Measures how soon many clients of the post hub receive new posts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { ADMINISTRATOR, createPost } from '#scripts/bench/calls.ts';
import { percentile } from '#scripts/bench/stats.ts';

/** Connections that are opened at once. */
const OPENED_TOGETHER = 50;
const TIMEOUT_MS = 30_000;

async function connect(apiOrigin: string, onPost: (id: string) => void): Promise<HubConnection> {
  const options = { skipNegotiation: true, transport: HttpTransportType.WebSockets };
  const connection = new HubConnectionBuilder()
    .withUrl(`${apiOrigin}/api/hubs/post`, options)
    .configureLogging(LogLevel.None)
    .build();
  connection.on('NewPost', ({ id }: { id: string }) => onPost(id));
  await connection.start();
  return connection;
}

/**
 * Opens `clients` connections and writes `broadcasts` posts as the administrator, one after another. Resolves to how many
 * arrived, and the milliseconds from sending a post to a client's receiving it.
 */
export async function measureBroadcasts(
  apiOrigin: string,
  token: string,
  clients: number,
  broadcasts: number,
): Promise<{ received: number; 'p50 (ms)': number; 'p99 (ms)': number }> {
  const arrivals: { id: string; at: number }[] = [];
  const connections: HubConnection[] = [];
  const open = () => connect(apiOrigin, (id) => arrivals.push({ id, at: performance.now() }));
  while (connections.length < clients) {
    const length = Math.min(OPENED_TOGETHER, clients - connections.length);
    connections.push(...(await Promise.all(Array.from({ length }, open))));
  }
  const players = (await (await fetch(`${apiOrigin}/api/Player`)).json()) as { id: number }[];
  const sentAt = new Map<string, number>();
  for (const { id } of players.filter((player) => player.id !== ADMINISTRATOR).slice(0, broadcasts)) {
    const sent = performance.now();
    sentAt.set(await createPost(apiOrigin, token, { player: id }), sent);
  }
  const end = performance.now() + TIMEOUT_MS;
  while (arrivals.length < clients * broadcasts && performance.now() < end) await sleep(20);
  await Promise.all(connections.map((connection) => connection.stop()));
  const delays = arrivals.map(({ id, at }) => at - (sentAt.get(id) ?? Number.NaN));
  return {
    received: delays.length,
    'p50 (ms)': percentile(delays, 0.5),
    'p99 (ms)': percentile(delays, 0.99),
  };
}
