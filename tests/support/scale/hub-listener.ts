/** Hub clients of processes, with everything that they received. */
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { Post } from '#lib/schemas/post.ts';

const HUB_METHODS = ['NewPost', 'EditedPost', 'DeletedPost', 'SeedTokenInvalidated'] as const;

/** A message about a post; a deletion has only its id. */
export interface Heard {
  method: (typeof HUB_METHODS)[number];
  id: string;
  title: string | null;
}

/** A connected client. */
export interface HubListener {
  connection: HubConnection;
  heard: Heard[];
  /** How often the client has reconnected. */
  reconnects(): number;
}

/** Repeats `check` until it is true; throws with `what` after a minute. */
export async function until(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; !(await check()); ) {
    if (performance.now() > end) throw new Error(`Not within a minute: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Connects to a hub of the region at `origin`, signed in with a token or signed out. */
export async function listenTo(
  origin: string,
  hub: 'post' | 'auth' = 'post',
  token?: string,
): Promise<HubListener> {
  const connection = new HubConnectionBuilder()
    .withUrl(`${origin}/api/hubs/${hub}`, token === undefined ? {} : { accessTokenFactory: () => token })
    .withAutomaticReconnect(Array.from({ length: 300 }, () => 100))
    .configureLogging(LogLevel.None)
    .build();
  const heard: Heard[] = [];
  for (const method of HUB_METHODS)
    connection.on(method, (about: Post | string | number) => {
      const isPost = typeof about === 'object';
      heard.push({ method, id: isPost ? about.id : String(about), title: isPost ? about.title : null });
    });
  let count = 0;
  connection.onreconnected(() => {
    count += 1;
  });
  await connection.start();
  return { connection, heard, reconnects: () => count };
}
