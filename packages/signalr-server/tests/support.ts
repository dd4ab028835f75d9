/** A listening SignalR server for tests, the SignalR client, and a raw client that can break the protocol. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HubConnection, IHttpConnectionOptions } from '@microsoft/signalr';
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { HubDefinition, HubUser } from '../src/contract.ts';
import type { Hub } from '../src/hub.ts';
import type { Limits } from '../src/limits.ts';
import type { ServerOptions } from '../src/options.ts';
import { serveHubs } from '../src/serve-hubs.ts';
import type { SignalRServer } from '../src/server.ts';

/** The origin whose pages may connect. Any other origin is foreign. */
export const SITE_ORIGIN = 'http://site.example:4321';

/** Token of a test account; `expires` as milliseconds since 1970. */
export const tokenOf = (id: number, expires?: number): string => `${id}.${expires ?? ''}`;

/** A token whose check throws, as when the database cannot be reached. */
export const BREAKING_TOKEN = 'break';

function userOf(token: string | null | undefined): HubUser | null {
  if (token === BREAKING_TOKEN) throw new Error('The database cannot be reached.');
  const [id, expires] = token?.split('.') ?? [];
  if (!id || !/^\d+$/.test(id)) return null;
  return { id: Number(id), ...(expires ? { expiration: Number(expires) } : {}) };
}

/** Reads test tokens from every place that clients can send them in. */
function authenticate(request: IncomingMessage): HubUser | null {
  const query = new URL(request.url ?? '', 'http://hub').searchParams.get('access_token');
  const cookie = /(?:^|; )token=([^;]*)/.exec(request.headers.cookie ?? '')?.[1];
  const header = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1];
  return userOf(query ?? cookie ?? header);
}

/** An app whose paths match in any letter case. */
export function createApp(): FastifyInstance {
  return Fastify({ routerOptions: { caseSensitive: false }, forceCloseConnections: true });
}

/** Listens on a free port (or the given one) until the test ends; returns the port. */
export async function listen(app: FastifyInstance, wantedPort = 0): Promise<number> {
  onTestFinished(() => app.close());
  await app.listen({ port: wantedPort, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** One line of the server's log. */
export interface Logged {
  details: object;
  sentence: string;
}

/** A server with the test's hubs. */
export interface TestServer {
  server: SignalRServer;
  app: FastifyInstance;
  hubs: Hub[];
  logged: Logged[];
  port: number;
  /** Address of the first hub, for the HTTP scheme. */
  url: string;
}

/** Starts a server with the given hubs (by default one that everyone may use) and limits. */
export async function startServer(
  definitions: HubDefinition[] = [{ path: '/hub' }],
  limits: Partial<Limits> = {},
  { wantedPort = 0, ...options }: Partial<ServerOptions> & { wantedPort?: number } = {},
): Promise<TestServer> {
  const logged: Logged[] = [];
  const log = (details: object, sentence: string) => void logged.push({ details, sentence });
  const app = createApp();
  const server = serveHubs(app, {
    authenticate,
    scopeOf: ({ headers }) => String(headers['x-test-scope'] ?? 'main'),
    isAllowedOrigin: (origin) => origin === SITE_ORIGIN,
    callerAddress: ({ headers }) => String(headers['x-test-address'] ?? 'local'),
    log: { warn: log, error: log },
    limits: { sweepInterval: 10, closeGrace: 200, maxPerAddress: 10_000, ...limits },
    ...options,
  });
  const hubs = definitions.map((definition) => server.addHub(definition));
  const port = await listen(app, wantedPort);
  return { server, app, hubs, logged, port, url: `http://127.0.0.1:${port}${definitions[0]?.path}` };
}

/** Headers of a client in another scope. */
export const inScope = (scope: string) => ({ 'x-test-scope': scope });

/** The SignalR client, not started yet; stopped when the test ends. */
export function createClient(
  url: string,
  options: IHttpConnectionOptions = {},
  delays?: number[],
): HubConnection {
  const builder = new HubConnectionBuilder().withUrl(url, options).configureLogging(LogLevel.None);
  if (delays) builder.withAutomaticReconnect(delays);
  const connection = builder.build();
  onTestFinished(() => connection.stop());
  return connection;
}

/** The SignalR client, started. */
export async function startClient(
  url: string,
  options: IHttpConnectionOptions = {},
  delays?: number[],
): Promise<HubConnection> {
  const connection = createClient(url, options, delays);
  await connection.start();
  return connection;
}

/** Records the calls of a client's method; `received` waits for a number of them. */
export function record(connection: HubConnection, method: string) {
  const calls: unknown[][] = [];
  connection.on(method, (...args: unknown[]) => void calls.push(args));
  return { calls, received: (count: number) => until(() => calls.length >= count) };
}

/** Waits for a condition; throws when it is not met in time. */
export async function until(condition: () => boolean, timeout = 5_000): Promise<void> {
  const end = performance.now() + timeout;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Not in ${timeout} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A WebSocket that sends exactly the given records. */
export class RawClient {
  readonly socket: WebSocket;
  readonly records: unknown[] = [];
  closeCode: number | null = null;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => {
      for (const text of data.toString().split('\u001e').slice(0, -1)) this.records.push(JSON.parse(text));
    });
    socket.on('close', (code) => {
      this.closeCode = code;
    });
    socket.on('error', () => undefined);
  }

  /** Sends records in one frame. */
  send(...messages: unknown[]): void {
    this.socket.send(messages.map((message) => `${JSON.stringify(message)}\u001e`).join(''));
  }

  /** The next record that the server sends. */
  async next(): Promise<unknown> {
    await until(() => this.records.length > 0);
    return this.records.shift();
  }

  /** The next record that is not a ping. */
  async nextMessage(): Promise<unknown> {
    const next = (await this.next()) as { type?: number };
    return next.type === 6 ? this.nextMessage() : next;
  }

  /** Waits for the end of the connection; returns its close code. */
  async closed(): Promise<number> {
    await until(() => this.closeCode !== null);
    return this.closeCode as number;
  }
}

/** Connects without negotiation; rejects with the status of a refusal. */
export async function connectRaw(url: string, headers: Record<string, string> = {}): Promise<RawClient> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
  const client = new RawClient(socket);
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return client;
}

/** Connects without negotiation and shakes hands. */
export async function greetRaw(url: string, headers: Record<string, string> = {}): Promise<RawClient> {
  const client = await connectRaw(url, headers);
  client.send({ protocol: 'json', version: 1 });
  await client.next();
  return client;
}

/** The answer to a negotiation. */
interface Negotiation {
  negotiateVersion?: number;
  connectionId?: string;
  connectionToken?: string;
  error?: string;
}

/** Negotiates by hand. */
export async function negotiate(
  url: string,
  query = '?negotiateVersion=1',
  headers: Record<string, string> = {},
): Promise<{ response: Response; body: Negotiation }> {
  const response = await fetch(`${url}/negotiate${query}`, { method: 'POST', headers });
  const text = await response.text();
  return { response, body: text === '' ? {} : JSON.parse(text) };
}
