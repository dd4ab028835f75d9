/** A server on this machine with the shapes of Discord's webhooks. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DataSource } from '#api/db/database.ts';
import { discordMessages } from '#api/db/message-schema.ts';

/** A request that the server got. */
export interface WebhookRequest {
  method: string;
  /** Path below the webhook, with the query. */
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of any message
  body: any;
}

/** Replaces the next response. */
export type Override = (response: ServerResponse) => void;

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? null : JSON.parse(text);
};

/** The stored messages of EU. */
export const storedMessages = (database: DataSource) =>
  database.read('eu', (db) => db.select().from(discordMessages));

/** Waits until the queue of EU has nothing to do. Each answer of the server is followed by one transaction. */
export async function settleMessages(database: DataSource): Promise<void> {
  const isOpen = (message: typeof discordMessages.$inferSelect): boolean =>
    message.dueAt !== null || message.claimedUntil !== null;
  while ((await storedMessages(database)).some(isOpen)) await new Promise((resolve) => setImmediate(resolve));
}

/** Starts the server. */
export async function startDiscord() {
  const requests: WebhookRequest[] = [];
  /** Messages on the channel, by id. */
  const messages = new Map<string, unknown>();
  const overrides: Override[] = [];
  const waiting: (() => void)[] = [];
  let nextId = 1_000_000_000_000_000_000n;

  const answer = (request: WebhookRequest, response: ServerResponse): void => {
    const send = (status: number, body?: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const [, id = ''] = /^\/messages\/(\d+)$/.exec(request.path) ?? [];
    if (request.method === 'POST') {
      const created = String(++nextId);
      messages.set(created, request.body);
      send(200, { id: created, type: 0 });
    } else if (!messages.has(id)) send(404, { message: 'Unknown Message', code: 10_008 });
    else if (request.method === 'DELETE') {
      messages.delete(id);
      send(204);
    } else {
      messages.set(id, request.body);
      send(200, { id, type: 0 });
    }
  };
  const notify = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  const server = createServer(async (incoming, response) => {
    const path = (incoming.url ?? '').replace(/^\/api\/webhooks\/\d+\/[\w-]+/, '');
    const request = { method: incoming.method ?? '', path, body: await readBody(incoming) };
    requests.push(request);
    notify();
    const override = overrides.shift();
    if (override === undefined) answer(request, response);
    else override(response);
    response.once('close', notify);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    messages,
    overrides,
    /** Address of a webhook. */
    url: (id: number) => `http://127.0.0.1:${port}/api/webhooks/${id}/secret-token`,
    /** Waits until `isDone`, which is checked after each request and answer. */
    async until(isDone: () => boolean): Promise<void> {
      while (!isDone()) await new Promise<void>((resolve) => void waiting.push(resolve));
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
