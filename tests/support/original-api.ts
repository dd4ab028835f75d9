/** Recorded answers and hub frames of the original API, for tests of the site and of this project's API. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** One exchange: who sent what, and the answer. */
export interface Recording {
  name: string;
  who: string;
  method: string;
  /** With the query. */
  path: string;
  /** The JSON body; `{ postDto }` was sent as multipart. */
  send?: unknown;
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The empty text when there was none. */
  body: unknown;
}

/** A negotiation with a hub (null when refused), or one message of it to the client. */
export interface HubRecording {
  hub: 'post' | 'notifications' | 'auth';
  who: string;
  negotiate?: unknown;
  frame?: { type?: number; target?: string; arguments?: unknown[]; invocationId?: string; item?: unknown };
}

const FOLDER = path.join(import.meta.dirname, 'fixtures/original-api');
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));

/** All exchanges, in the order in which they were recorded. */
export const RECORDINGS = read('wire.json') as readonly Recording[];
/** All negotiations and frames, in order. */
export const HUB_RECORDINGS = read('hubs.json') as readonly HubRecording[];

/** The exchange with this name. */
export function recording(name: string): Recording {
  const found = RECORDINGS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no recording "${name}".`);
  return found;
}

/** The frames of a hub, in order. */
const framesOf = (hub: HubRecording['hub']): HubRecording['frame'][] =>
  HUB_RECORDINGS.flatMap((one) => (one.hub === hub && one.frame ? [one.frame] : []));

/** Text of a stack trace as the original sends it, in the place of the recordings' `at …`. */
const STACK = Array.from(
  { length: 3 },
  (_, line) => `   at Original.Api.Services.Service.RunAsync() in /src/Service.cs:line ${line}`,
).join('\n');

/** Names what no page may show of an internal error. */
export const STACK_TEXT = /Service\.cs|Original\.Api|\bat …/;

/** The text of an answer's body, with a whole stack trace. */
export function bodyText({ body }: Recording): string {
  if (typeof body === 'string') return body;
  const isFault = typeof body === 'object' && body !== null && 'detail' in body;
  return JSON.stringify(isFault ? { ...body, detail: STACK } : body);
}

/** The headers of an answer. The original also sends the number of items, which was not kept: as many as fill the pages. */
export function headersOf({ headers, body }: Recording): Record<string, string> {
  const pages = Number(headers['content-page-total'] ?? Number.NaN);
  if (Number.isNaN(pages)) return headers;
  const items = pages > 1 ? pages * Number(headers['content-page-size']) : (body as unknown[]).length;
  return { ...headers, 'content-items-total': String(items) };
}

/** The recorded answer. */
export function responseOf(one: Recording): Response {
  const text = bodyText(one);
  return new Response(text === '' ? null : text, { status: one.status, headers: headersOf(one) });
}

/** Parameters that choose no other answer: page sizes, defaults, and what only this site or this API knows. */
const NEUTRAL = new Set(['pagesize', 'includeclaninfo', 'results', 'days', 'history', 'sign', 'id', 'v']);
const DEFAULTS = new Set(['page=1', 'includemembers=true', 'currentonly=false']);

/** Method and address of a request, the same for all requests that one recording can answer. */
export function keyOf(method: string, address: string): string {
  const { pathname, searchParams } = new URL(address, 'https://api.example.org');
  const query = [...searchParams]
    .map(([name, value]) => [name.toLowerCase(), value.toLowerCase()] as const)
    .filter(([name]) => !NEUTRAL.has(name))
    .map((pair) => pair.join('='))
    .filter((pair) => !DEFAULTS.has(pair));
  return `${method} ${pathname.toLowerCase()} ${query.sort().join('&')}`.trim();
}

/** Ends every message of a hub. */
const END = '\u001e';

/** The recorded negotiation with a hub; null when it was refused. */
export function negotiationOf(hub: string, who: 'visitor' | 'player'): unknown {
  const found = HUB_RECORDINGS.find(
    (one) =>
      one.hub === hub && one.negotiate !== undefined && (one.who === 'visitor') === (who === 'visitor'),
  );
  if (found === undefined) throw new Error(`There is no negotiation of ${who} with ${hub}.`);
  return found.negotiate;
}

/** A live frame as it is sent. */
export const frameText = (frame: HubRecording['frame']): string => JSON.stringify(frame) + END;

/** The live frames of a hub, in order: what it sends unasked. */
export const liveFrames = (hub: HubRecording['hub']) => framesOf(hub).filter((frame) => frame?.type === 1);

/** A hub's responses to a client's message: the handshake, and the stream of pending notifications. */
export function hubAnswer(hub: string, sent: string): string {
  return sent
    .split(END)
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as { protocol?: string; type?: number; invocationId?: string })
    .flatMap(({ protocol, type, invocationId }) => {
      if (protocol !== undefined) return [{}];
      if (type !== 4) return [];
      const streamed = framesOf(hub as HubRecording['hub']).filter((frame) => frame?.invocationId);
      return streamed.map((frame) => ({ ...frame, invocationId }));
    })
    .map((frame) => frameText(frame as HubRecording['frame']))
    .join('');
}
