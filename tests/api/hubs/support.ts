/** A listening server with hubs, and the SignalR client. */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HubConnection, IHttpConnectionOptions } from '@microsoft/signalr';
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { type Hub, type HubDefinition, type HubUser, type SignalRServer, serveHubs } from 'signalr-server';
import { expect, onTestFinished } from 'vitest';

/** Token of a test account. */
export const tokenOf = (id: number): string => String(id);

/** Reads test tokens from the query or the header. */
export function authenticate(request: IncomingMessage): HubUser | null {
  const query = new URL(request.url ?? '', 'http://hub').searchParams.get('access_token');
  const header = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1];
  const token = query ?? header ?? '';
  return /^\d+$/.test(token) ? { id: Number(token) } : null;
}

/** An app with the API's options that matter to hubs. */
export function createApp(): FastifyInstance {
  return Fastify({ routerOptions: { caseSensitive: false }, forceCloseConnections: true });
}

/** Listens on a free port until the test ends; returns the port. */
export async function listen(app: FastifyInstance): Promise<number> {
  onTestFinished(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** A server with a test's hub. */
export interface TestServer {
  server: SignalRServer;
  hub: Hub;
  port: number;
}

/** Starts a server with one hub, which sends in the scope `eu`. */
export async function startServer(definition: HubDefinition): Promise<TestServer> {
  const app = createApp();
  const server = serveHubs(app, { authenticate, scopeOf: () => 'eu' });
  const hub = server.addHub(definition);
  return { server, hub, port: await listen(app) };
}

/** The SignalR client, started; stopped when the test ends. */
export async function startClient(
  url: string,
  options: IHttpConnectionOptions = {},
  delays?: number[],
): Promise<HubConnection> {
  const builder = new HubConnectionBuilder().withUrl(url, options).configureLogging(LogLevel.None);
  if (delays) builder.withAutomaticReconnect(delays);
  const connection = builder.build();
  onTestFinished(() => connection.stop());
  await connection.start();
  return connection;
}

/** Records the calls of a client's method; `received` waits for a number of them. */
export function record(connection: HubConnection, method: string) {
  const calls: unknown[][] = [];
  connection.on(method, (...args: unknown[]) => void calls.push(args));
  return { calls, received: (count: number) => until(() => calls.length >= count) };
}

/** Waits for a condition. */
export async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { interval: 5 }).toBe(true);
}
