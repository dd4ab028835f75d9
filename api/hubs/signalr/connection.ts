/** One client of one hub: handshake, messages, calls, keep-alive and end. */
import { CallBudget, MinuteCounter } from './budgets.ts';
import { Calls } from './calls.ts';
import { acceptHandshake, writeHandshakeResponse } from './handshake.ts';
import type { Hub, HubUser } from './hub.ts';
import type { Limits } from './limits.ts';
import type { ClientMessage, CloseOptions } from './messages.ts';
import { MESSAGE_TYPE, PING, parseMessage, writeClose } from './messages.ts';
import { ProtocolError, RecordReader } from './records.ts';
import type { Transport, TransportListener } from './transport.ts';

/** Where a connection belongs and what it may do. */
export interface ConnectionOptions {
  id: string;
  hub: Hub;
  scope: string;
  user: HubUser | null;
  limits: Limits;
  /** The calls of the user's account; null when signed out. */
  accountCalls: () => CallBudget | null;
  transport: Transport;
  /** The transport has let go of the connection; called once. */
  onGone: () => void;
  /** Why a connection was cut or a call failed, for the log. */
  onTrouble: (sentence: string, error?: unknown) => void;
}

/** A connection from its opening to its end. Times are milliseconds of `performance.now()`. */
export class Connection implements TransportListener {
  readonly id: string;
  readonly scope: string;
  readonly user: HubUser | null;
  readonly #options: ConnectionOptions;
  readonly #reader: RecordReader;
  readonly #calls: Calls;
  readonly #messages = new MinuteCounter();
  readonly #abort = new AbortController();
  readonly #openedAt = performance.now();
  #state: 'handshake' | 'open' | 'closed' = 'handshake';
  #lastReceived = this.#openedAt;
  #lastSent = this.#openedAt;

  constructor(options: ConnectionOptions) {
    const { id, scope, user, hub, limits, accountCalls } = options;
    this.id = id;
    this.scope = scope;
    this.user = user;
    this.#options = options;
    this.#reader = new RecordReader(limits.maxMessageBytes);
    const caller = { connectionId: id, scope, user, signal: this.#abort.signal };
    const host = {
      send: (record: Buffer, flushed?: () => void) => this.send(record, flushed),
      failed: (target: string, error: unknown) => options.onTrouble(`Hub method ${target} failed`, error),
    };
    const ownCalls = new CallBudget(limits.callsPerConnection);
    this.#calls = new Calls(hub, caller, host, () =>
      [ownCalls, accountCalls()].filter((budget) => budget !== null),
    );
    options.transport.attach(this);
  }

  /** Notes that the client is there, whatever it said. */
  heard(): void {
    this.#lastReceived = performance.now();
  }

  /** Takes bytes in; anything that breaks the protocol ends the connection with its reason. */
  receive(chunk: Buffer): void {
    if (this.#state === 'closed') return;
    this.heard();
    try {
      for (const record of this.#reader.read(chunk)) {
        if (!this.#messages.add(performance.now(), this.#options.limits.maxMessagesPerMinute))
          throw new ProtocolError('Too many messages were sent within a minute.');
        this.#handle(record);
        if (this.#hasClosed()) return;
      }
    } catch (error) {
      if (!(error instanceof ProtocolError))
        this.#options.onTrouble('A hub message could not be handled', error);
      const sentence = error instanceof ProtocolError ? error.message : 'The message could not be handled.';
      this.close({ error: sentence });
    }
  }

  /** Sends a record to an open connection; a client that has stopped reading is cut. */
  send(record: Buffer, flushed?: () => void): void {
    if (this.#state !== 'open') {
      flushed?.();
      return;
    }
    if (this.#options.transport.buffered > this.#options.limits.maxBufferedBytes) {
      this.#options.onTrouble('A client stopped reading and was cut');
      this.terminate();
      flushed?.();
      return;
    }
    this.#lastSent = performance.now();
    this.#options.transport.send(record, flushed);
  }

  /** Says goodbye and hangs up; later calls do nothing. */
  close(options: CloseOptions): void {
    if (this.#state === 'closed') return;
    const goodbye =
      this.#state === 'open' ? writeClose(options) : writeHandshakeResponse(options.error ?? 'Closed.');
    this.#leave();
    this.#options.transport.send(goodbye);
    this.#options.transport.end();
  }

  /** Hangs up at once. */
  terminate(): void {
    this.#leave();
    this.#options.transport.terminate();
  }

  /** The client is unreachable. */
  gone(): void {
    this.#leave();
    this.#options.onGone();
  }

  /** Looks for what time has brought: a missed handshake, a silent peer, an ended sign-in, a due ping. */
  check(now: number): void {
    const { limits } = this.#options;
    if (this.#state === 'closed') return;
    if (this.#state === 'handshake') {
      if (now - this.#openedAt >= limits.handshakeTimeout)
        this.close({ error: 'The handshake took too long.' });
    } else if (this.user?.expiration !== undefined && Date.now() >= this.user.expiration) {
      this.close({ error: 'The sign-in has expired.' });
    } else if (now - this.#lastReceived >= limits.clientTimeout) {
      this.close({ error: 'Nothing was heard from the client for too long.', allowReconnect: true });
    } else if (now - this.#lastSent >= limits.keepAlive) {
      this.send(PING);
    }
  }

  #hasClosed(): boolean {
    return this.#state === 'closed';
  }

  #leave(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#options.hub.left(this);
    this.#abort.abort();
  }

  #handle(record: string): void {
    if (this.#state === 'handshake') {
      acceptHandshake(record);
      this.#state = 'open';
      this.send(writeHandshakeResponse());
      this.#options.hub.joined(this);
      return;
    }
    const message = parseMessage(record);
    if (message) this.#dispatch(message);
  }

  #dispatch(message: ClientMessage): void {
    switch (message.type) {
      case MESSAGE_TYPE.invocation:
        this.#calls.invoke(message);
        break;
      case MESSAGE_TYPE.streamInvocation:
        this.#calls.stream(message);
        break;
      case MESSAGE_TYPE.cancelInvocation:
        this.#calls.cancel(message.invocationId);
        break;
      case MESSAGE_TYPE.close:
        this.#leave();
        this.#options.transport.end();
        break;
      default:
        // Pings have done their work by arriving; client results and uploads answer nothing we ask for.
        break;
    }
  }
}
