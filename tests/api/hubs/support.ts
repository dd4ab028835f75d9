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
import type { HubDefinition, HubUser } from '#api/hubs/signalr/contract.ts';
import type { Hub } from '#api/hubs/signalr/hub.ts';
import type { Limits } from '#api/hubs/signalr/limits.ts';
import { hubRoutes } from '#api/hubs/signalr/routes.ts';
import { SignalRServer } from '#api/hubs/signalr/server.ts';
import { serveUpgrades } from '#api/hubs/signalr/upgrade.ts';
import { regionOfHost } from '#lib/regions.ts';

/** The origin of the site. Any other origin is foreign. */
export const SITE_ORIGIN = 'http://localhost:4321';

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

/** Reads test tokens from the same places as the API. */
export function authenticate(request: IncomingMessage): HubUser | null {
  const query = new URL(request.url ?? '', 'http://hub').searchParams.get('access_token');
  const cookie = /(?:^|; )Auth_EU=([^;]*)/.exec(request.headers.cookie ?? '')?.[1];
  const header = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1];
  return userOf(query ?? cookie ?? header);
}

/** An app with the API's options that matter to hubs. */
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
  definitions: HubDefinition[] = [{ path: '/hub', requiresUser: false }],
  limits: Partial<Limits> = {},
  wantedPort = 0,
): Promise<TestServer> {
  const logged: Logged[] = [];
  const log = (details: object, sentence: string) => void logged.push({ details, sentence });
  const server = new SignalRServer({
    authenticate,
    scopeOf: (request) => regionOfHost(request.headers.host),
    isAllowedOrigin: (_, origin) => origin === SITE_ORIGIN,
    callerAddress: (request) => String(request.headers['x-test-address'] ?? 'local'),
    countRequest: () => null,
    log: { warn: log, error: log },
    limits: { sweepInterval: 10, closeGrace: 200, maxPerAddress: 10_000, ...limits },
  });
  const hubs = definitions.map((definition) => server.addHub(definition));
  const app = createApp();
  void app.register(hubRoutes, { server });
  serveUpgrades(server, app.server);
  app.addHook('preClose', () => server.close());
  const port = await listen(app, wantedPort);
  return { server, app, hubs, logged, port, url: `http://127.0.0.1:${port}${definitions[0]?.path}` };
}

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
