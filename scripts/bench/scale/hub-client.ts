/**
 * A client of the post hub that costs little memory, so that one machine can hold ten thousand. It negotiates and connects as
 * the site does, with the site's waits before each retry. As behind a load balancer without sticky sessions, each request goes to
 * the next process, and to another one when that refuses the connection.
 */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** As `RECONNECT_DELAYS_MS` of the site. */
const RETRY_AFTER_MS = [0, 2_000, 10_000, 30_000];
const PING_MS = 15_000;
const END = '\u001e';
const HANDSHAKE = `${JSON.stringify({ protocol: 'json', version: 1 })}${END}`;
const PING = `${JSON.stringify({ type: 6 })}${END}`;

/** An event of the hub: its method, and the id of the post. */
export type HubEventListener = (method: string, postId: string) => void;

/** A client, which reconnects by itself. */
export interface HubClient {
  isOpen(): boolean;
  close(): void;
}

interface Options {
  /** Origins of the processes. */
  origins: readonly string[];
  /** The client's address, as a trusted proxy reports it. */
  address: string;
  onEvent: HubEventListener;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });

function negotiate(origin: string, address: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const url = `${origin}/api/hubs/post/negotiate?negotiateVersion=1`;
  const request = http.request(url, { method: 'POST', agent, headers: { 'x-forwarded-for': address } });
  request.on('error', reject).on('response', (response) => {
    let body = '';
    response.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    response.on('end', () => {
      if (response.statusCode === 200)
        resolve((JSON.parse(body) as { connectionToken: string }).connectionToken);
      else reject(new Error(`negotiation: ${response.statusCode} ${body}`));
    });
  });
  request.end();
  return promise;
}

function read(text: string, onEvent: HubEventListener): void {
  for (const part of text.split(END)) {
    if (part === '' || part === '{}') continue;
    const {
      type,
      target,
      arguments: args,
    } = JSON.parse(part) as {
      type?: number;
      target?: string;
      arguments?: [string | { id: string }];
    };
    if (type !== 1 || target === undefined || args === undefined) continue;
    onEvent(target, typeof args[0] === 'string' ? args[0] : args[0].id);
  }
}

let turn = 0;

/** Sends a request to the next process, or to another one if that cannot be reached. */
async function balance<T>(origins: readonly string[], send: (origin: string) => Promise<T>): Promise<T> {
  turn += 1;
  const first = turn;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send(origins[(first + attempt) % origins.length] as string);
    } catch (error) {
      if (attempt + 1 >= origins.length) throw error;
    }
  }
}

/** Connects, and keeps the connection up until it is closed. Resolves when it is open for the first time. */
export async function openHubClient({ origins, address, onEvent }: Options): Promise<HubClient> {
  let socket: WebSocket | null = null;
  let isOpen = false;
  let isClosed = false;

  const upgrade = (origin: string, token: string): Promise<void> => {
    const url = `${origin.replace('http', 'ws')}/api/hubs/post?id=${token}`;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const opening = new WebSocket(url, { perMessageDeflate: false, headers: { 'x-forwarded-for': address } });
    let ping: NodeJS.Timeout | undefined;
    opening.on('open', () => opening.send(HANDSHAKE));
    opening.on('message', (data) => {
      if (ping === undefined) {
        ping = setInterval(() => opening.send(PING), PING_MS);
        isOpen = true;
        resolve();
      }
      read(String(data), onEvent);
    });
    opening.on('error', reject);
    opening.on('close', () => {
      reject(new Error('The connection was closed.'));
      if (ping === undefined) return;
      clearInterval(ping);
      isOpen = false;
      if (!isClosed) void connect();
    });
    socket = opening;
    return promise;
  };
  const connectOnce = async (): Promise<void> => {
    const token = await balance(origins, (origin) => negotiate(origin, address));
    await balance(origins, (origin) => upgrade(origin, token));
  };

  const connect = async (): Promise<void> => {
    for (const wait of RETRY_AFTER_MS) {
      await sleep(wait);
      const isConnected = await connectOnce().then(
        () => true,
        () => false,
      );
      if (isConnected || isClosed) return;
    }
  };

  await connect();
  return {
    isOpen: () => isOpen,
    close() {
      isClosed = true;
      socket?.terminate();
    },
  };
}
