/** Many clients of the post hub, and how soon each of them hears of new posts. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { percentile } from '#scripts/bench/load.ts';

const RECORD_END = '\u001e';
/** Connections that are opened at once. */
const OPENED_TOGETHER = 50;
const PATIENCE_MS = 30_000;

/** What became of the broadcasts. */
export interface BroadcastResult {
  expected: number;
  received: number;
  /** From sending the create to a client's hearing of it, in milliseconds. */
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

/** Writes a neutral post about the player, rules of posting aside; resolves to its id. */
export async function createPost(
  origin: string,
  token: string,
  author: number,
  player: number,
  title = 'A measured post',
): Promise<string> {
  const form = new FormData();
  const content = 'One of many posts that measure how soon everybody hears of a new one, written by nobody.';
  const post = {
    author: { id: author },
    player: { id: player },
    flairs: 0,
    title,
    content,
  };
  form.set('postDto', JSON.stringify(post));
  const response = await fetch(`${origin}/api/Post?ignoreChecks=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (response.status !== 201)
    throw new Error(`A create answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

/** Opens `clients` connections and writes `broadcasts` posts, one after another, as `author`. */
export async function measureBroadcasts(
  origin: string,
  {
    clients,
    broadcasts,
    token,
    author,
  }: { clients: number; broadcasts: number; token: string; author: number },
): Promise<BroadcastResult> {
  const heard: { id: string; at: number }[] = [];
  const address = `${origin.replace(/^http/, 'ws')}/api/hubs/post`;
  const sockets = await openAll(address, clients, (id) => heard.push({ id, at: performance.now() }));
  const players = (await (await fetch(`${origin}/api/Player`)).json()) as { id: number }[];
  const sentAt = new Map<string, number>();
  for (const { id } of players.filter((player) => player.id !== author).slice(0, broadcasts)) {
    const sent = performance.now();
    sentAt.set(await createPost(origin, token, author, id), sent);
  }
  const expected = clients * broadcasts;
  for (const end = performance.now() + PATIENCE_MS; heard.length < expected && performance.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 20));
  for (const socket of sockets) socket.terminate();
  const delays = heard.map(({ id, at }) => at - (sentAt.get(id) ?? Number.NaN));
  return { expected, received: heard.length, p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) };
}
