/**
 * Bodies of requests: how long they may take to arrive (rule 17.10), and the rest of those
 * that are refused earlier (rule 17.37).
 */
import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { type ApiError, problem } from '#api/http/errors.ts';

/** All intervals are multiples of this share of a request's time: 10 s of a minute. */
const CHECKS_PER_TIME = 6;
/** A body of which less arrives in half the time of a request is ended, in bytes. */
const STILL_BYTES = 4 * 1024;
/** Least average rate of a slow line, in bytes per second: a replay of 5 MiB in 330 s. */
const STEADY_RATE = 16_000;
/** Longest time of an upload, in times of another request: 330 s. */
const UPLOAD_TIMES = 5.5;
/** Uploads of an account that may take longer than other requests, at a time. */
const LONG_PER_ACCOUNT = 2;
/** Largest form, with what surrounds its parts, in bytes. As much of a refused body is read. */
export const FORM_MAX_BYTES = 6 * 1024 * 1024;

const TOO_SLOW = 'The request arrived too slowly. Try again on a faster connection.';
const TOO_MANY = `${LONG_PER_ACCOUNT} slow uploads of yours are running. Wait until one has finished, then try again.`;

/** Requests whose bodies are arriving, by server. True: it takes longer than others may. */
const arriving = new WeakMap<Server, Map<IncomingMessage, boolean>>();
const accounts = new WeakMap<IncomingMessage, string>();

/** Lets what has yet to arrive of a signed-in account's body take longer, while its line carries enough. */
export const allowSlowUpload = (request: IncomingMessage, account: string): void =>
  void accounts.set(request, account);

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Why a body that takes longer than other requests may not go on; null if it may. */
function refusalOf(
  request: IncomingMessage,
  requests: Map<IncomingMessage, boolean>,
  isSteady: boolean,
): string | null {
  const account = accounts.get(request);
  if (account === undefined || !isSteady) return TOO_SLOW;
  const isOther = ([other, isLong]: [IncomingMessage, boolean]) =>
    isLong && other !== request && accounts.get(other) === account;
  if ([...requests].filter(isOther).length >= LONG_PER_ACCOUNT) return TOO_MANY;
  requests.set(request, true);
  return null;
}

/** Throws in whatever reads the body, so that the call answers as for any other error. */
export const failBody = (request: IncomingMessage, error: ApiError): boolean =>
  request.listenerCount('error') > 0 && request.emit('error', error);

function watch(
  request: IncomingMessage,
  response: ServerResponse,
  requests: Map<IncomingMessage, boolean>,
  ms: number,
): void {
  if (!hasBody(request)) return;
  requests.set(request, false);
  const { socket } = request;
  // The count is that of the connection, which may have carried other requests.
  const first = socket.bytesRead;
  let before = first;
  let checks = 0;
  const forget = (): void => {
    clearInterval(timer);
    requests.delete(request);
  };
  const timer = setInterval(() => {
    if (request.complete || response.headersSent) return forget();
    checks += 1;
    const times = checks / CHECKS_PER_TIME;
    // Nothing arrives while this server does not read on.
    const isWaiting = request.readableLength >= request.readableHighWaterMark;
    let detail: string | null = null;
    if (times % 0.5 === 0) {
      if (!isWaiting && socket.bytesRead - before < STILL_BYTES) detail = TOO_SLOW;
      before = socket.bytesRead;
    }
    const due = (STEADY_RATE * times * ms) / 1_000;
    const isSteady = times < UPLOAD_TIMES && (isWaiting || socket.bytesRead - first >= due);
    if (times >= 1) detail ??= refusalOf(request, requests, isSteady);
    if (detail !== null) failBody(request, problem(408, { detail }));
  }, ms / CHECKS_PER_TIME).unref();
  response.once('close', forget);
}

/** Ends bodies with 408 when they take longer than `ms`, or stand still for half of it. Uploads may take longer. */
export function limitBodies(server: Server, ms: number): void {
  const requests = new Map<IncomingMessage, boolean>();
  arriving.set(server, requests);
  server.on('request', (request, response) => watch(request, response, requests, ms));
}

/** Answers 503 to the requests whose bodies are still arriving: the process is about to end. */
export function refuseArriving(server: Server): void {
  const detail = 'Fleet Karma is restarting, and your request had not arrived. Try again in a moment.';
  const error = problem(503, { detail, headers: { 'retry-after': '5' } });
  for (const request of arriving.get(server)?.keys() ?? []) if (!request.complete) failBody(request, error);
}

/** Whether a connection has its last answer, so that nothing may follow: see `closeAfterRest`. */
export const isEnding = (socket: Socket): boolean => Object.hasOwn(socket, 'destroySoon');

/**
 * Closes the connection after an answer, once the rest of the body is read and dropped, is too slow or too large. Browsers read
 * an answer when they have sent everything, and report a connection that ends earlier as broken.
 */
function closeAfterRest(request: IncomingMessage, response: ServerResponse, interval: number): void {
  const { socket } = request;
  response.setHeader('connection', 'close');
  // The parser of a form reads no further.
  request.unpipe().resume();
  // Node calls it once the answer is sent.
  socket.destroySoon = () => {
    const end = (): void => {
      clearInterval(timer);
      Socket.prototype.destroySoon.call(socket);
    };
    const first = socket.bytesRead;
    let due = 0;
    const timer = setInterval(() => {
      due += (STEADY_RATE * interval) / 1_000;
      if (socket.bytesRead - first < due) end();
    }, interval).unref();
    if (request.complete) return end();
    socket.once('close', () => clearInterval(timer));
    request.once('end', end).on('data', () => {
      if (socket.bytesRead - first > FORM_MAX_BYTES) end();
    });
  };
}

/**
 * A response that is ended when none of it is read for `ms`, in which Node looks for progress once per half. Sent before the
 * end of the request's body, it closes the connection.
 */
export const responseWithLimits = (ms: number): typeof ServerResponse =>
  class extends ServerResponse {
    // biome-ignore lint/suspicious/noExplicitAny: the method has several signatures.
    override writeHead(...args: any): this {
      this.setTimeout(ms / 2);
      if (!this.req.complete && hasBody(this.req)) closeAfterRest(this.req, this, ms / CHECKS_PER_TIME);
      return super.writeHead(...(args as Parameters<ServerResponse['writeHead']>));
    }
  } as typeof ServerResponse;
