/** Measures how soon many clients of the post hub receive new posts. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { ADMINISTRATOR, createPost } from '#scripts/bench/bench-api.ts';
import { percentile } from '#scripts/bench/stats.ts';

const RECORD_END = '\u001e';
/** Connections that are opened at once. */
const OPENED_TOGETHER = 50;
const TIMEOUT_MS = 30_000;

/** How many broadcasts arrived, and when. */
export interface BroadcastResult {
  expected: number;
  received: number;
  /** From sending the post to a client's receiving it, in milliseconds. */
  p50: number;
  p99: number;
}

async function open(address: string, onPost: (id: string) => void): Promise<WebSocket> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  socket.send(`{"protocol":"json","version":1}${RECORD_END}`);
  await once(socket, 'message');
  socket.on('message', (data: Buffer) => {
    for (const record of data.toString().split(RECORD_END)) {
      if (record === '') continue;
      const message = JSON.parse(record) as { type: number; target?: string; arguments?: [{ id: string }] };
      if (message.type === 1 && message.target === 'NewPost') onPost(message.arguments?.[0]?.id ?? '');
    }
  });
  return socket;
}

async function openAll(address: string, count: number, onPost: (id: string) => void): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(OPENED_TOGETHER, count - sockets.length) }, () =>
      open(address, onPost),
    );
    sockets.push(...(await Promise.all(batch)));
  }
  return sockets;
}

/** Opens `clients` connections and writes `broadcasts` posts as the administrator, one after another. */
export async function measureBroadcasts(
  origin: string,
  token: string,
  { clients, broadcasts }: { clients: number; broadcasts: number },
): Promise<BroadcastResult> {
  const arrivals: { id: string; at: number }[] = [];
  const address = `${origin.replace(/^http/, 'ws')}/api/hubs/post`;
  const sockets = await openAll(address, clients, (id) => arrivals.push({ id, at: performance.now() }));
  const players = (await (await fetch(`${origin}/api/Player`)).json()) as { id: number }[];
  const sentAt = new Map<string, number>();
  for (const { id } of players.filter((player) => player.id !== ADMINISTRATOR).slice(0, broadcasts)) {
    const sent = performance.now();
    sentAt.set(await createPost(origin, token, { player: id }), sent);
  }
  const expected = clients * broadcasts;
  for (const end = performance.now() + TIMEOUT_MS; arrivals.length < expected && performance.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 20));
  for (const socket of sockets) socket.terminate();
  const delays = arrivals.map(({ id, at }) => at - (sentAt.get(id) ?? Number.NaN));
  return { expected, received: arrivals.length, p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) };
}
