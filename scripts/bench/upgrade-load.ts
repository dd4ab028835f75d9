/** The load of `bench:upgrade`: 20 requests a second, whether or not earlier ones are answered, and hub clients. */
import { setTimeout as sleep } from 'node:timers/promises';
import { replayFile } from '#tests/support/replay-file.ts';
import { type HubListener, listenTo, until } from '#tests/support/scale/hub-listener.ts';
import { createPost, type Writer } from '#tests/support/scale/writers.ts';

const INTERVAL_MS = 50;
const CLIENTS = 5;
/** Of 20 requests, two are posts with a replay, four pictures, and the others reads. */
const POST_EVERY = 10;
const PICTURE_EVERY = 5;

/** Counts of requests and events, and the requests that were lost. */
interface LoadResult {
  requests: number;
  /** A sentence for each request without the expected answer. */
  lost: string[];
  /** Milliseconds. */
  longest: number;
  posts: number;
  /** Posts that a client knows neither from an event nor from loading the list after it reconnected. */
  missed: number;
  /** Events that a client got more than once. */
  twice: number;
}

/** A running load. */
export interface Load {
  /** Posts that are sent and not answered. */
  waitingPosts(): number;
  wait(seconds: number): Promise<void>;
  /** Stops, and waits for all answers and events. */
  end(): Promise<LoadResult>;
}

/** A client of the hub that loads the list when it has reconnected, as pages do. */
async function startClient(origin: string): Promise<HubListener & { knows(id: string): boolean }> {
  const listener = await listenTo(origin);
  const loaded = new Set<string>();
  const reload = async (): Promise<void> => {
    const response = await fetch(`${origin}/api/Post/latest?page=1&pageSize=100`);
    if (!response.ok) return reload();
    for (const { id } of (await response.json()) as { id: string }[]) loaded.add(id);
  };
  listener.connection.onreconnected(() => void reload());
  return {
    ...listener,
    knows: (id) => loaded.has(id) || listener.heard.some((message) => message.id === id),
  };
}

/** Starts the load; each post is about another one of `players`, which are taken from the list. */
export async function startLoad(
  origin: string,
  { authors, players }: { authors: readonly Writer[]; players: number[] },
): Promise<Load> {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => startClient(origin)));
  const replay = replayFile();
  const [known = 0] = players;
  const READS = [
    '/api/Post/latest?page=1&pageSize=20',
    `/api/Player/${known}`,
    `/api/Post/${authors[0]?.id}/sent`,
  ];
  const created: string[] = [];
  const lost: string[] = [];
  const open = new Set<Promise<void>>();
  let [requests, longest, waitingPosts] = [0, 0, 0];

  const post = async (): Promise<void> => {
    waitingPosts++;
    const author = authors[players.length % authors.length] as Writer;
    const sending = createPost(origin, author, players.pop() ?? 0, 'During an upgrade', replay);
    created.push(await sending.finally(() => waitingPosts--));
  };
  const get = async (address: string): Promise<void> => {
    const response = await fetch(origin + address);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${response.status} from ${address}`);
  };
  const send = async (number: number): Promise<void> => {
    const started = performance.now();
    try {
      if (number % POST_EVERY === 0) await post();
      else if (number % PICTURE_EVERY === 1) await get(`/og/player/${players[number % 10]}.png`);
      else await get(READS[number % READS.length] ?? '');
    } catch (error) {
      lost.push(`${new Date().toISOString()} ${error}`);
    }
    longest = Math.max(longest, performance.now() - started);
  };
  const timer = setInterval(() => {
    const sending = send(requests++);
    open.add(sending);
    void sending.then(() => open.delete(sending));
  }, INTERVAL_MS);
  return {
    waitingPosts: () => waitingPosts,
    wait: async (seconds) => sleep(Math.max(0, seconds * 1_000)),
    async end() {
      clearInterval(timer);
      await Promise.all(open);
      const missing = (): number =>
        clients.reduce((sum, { knows }) => sum + created.filter((id) => !knows(id)).length, 0);
      await until('every client knows every post', () => missing() === 0).catch(() => undefined);
      const twice = clients.reduce((sum, { heard }) => {
        const ids = heard.filter(({ method }) => method === 'NewPost').map(({ id }) => id);
        return sum + ids.length - new Set(ids).size;
      }, 0);
      await Promise.all(clients.map(({ connection }) => connection.stop()));
      return { requests, lost, longest, posts: created.length, missed: missing(), twice };
    },
  };
}
