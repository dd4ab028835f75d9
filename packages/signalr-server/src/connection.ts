/** One client of one hub: handshake, messages, calls, keep-alive and end. */
import { Calls } from './calls.ts';
import type { CloseOptions, HubUser } from './contract.ts';
import type { Hub, Member } from './hub.ts';
import { CallBudget, type Limits, MinuteCounter } from './limits.ts';
import {
  type ClientMessage,
  checkHandshake,
  MESSAGE_TYPE,
  PING,
  parseMessage,
  writeClose,
  writeHandshakeResponse,
  writeInvocation,
} from './messages.ts';
import { ProtocolError, RecordReader } from './records.ts';
import type { Transport, TransportListener } from './transports.ts';

/** The hub, scope and user of a connection, and its limits. */
export interface ConnectionOptions {
  id: string;
  hub: Hub;
  scope: string;
  user: HubUser | null;
  limits: Limits;
  /** The call budget of the user's account; null when signed out. */
  accountCalls: () => CallBudget | null;
  transport: Transport;
  /** Called once, when the transport has disconnected. */
  onDisconnected: () => void;
  /** Logs why the connection was cut or a call failed. */
  onTrouble: (sentence: string, error?: unknown) => void;
}

/**
 * A connection is in one of three states:
 *
 * - `handshake`: the client has to send its handshake first. Nothing else is sent to it.
 * - `open`: it is a member of its hub, calls methods and receives messages.
 * - `closed`: it has left the hub and its calls are aborted. The transport may still deliver the last messages;
 *   `onDisconnected` follows when it is done.
 *
 * Times are milliseconds of `performance.now()`.
 */
export class Connection implements Member, TransportListener {
  readonly id: string;
  readonly scope: string;
  readonly user: HubUser | null;
  readonly hub: Hub;
  readonly #options: ConnectionOptions;
  readonly #reader: RecordReader;
  readonly #calls: Calls;
  readonly #messageCount = new MinuteCounter();
  readonly #abort = new AbortController();
  readonly #openedAt = performance.now();
  #state: 'handshake' | 'open' | 'closed' = 'handshake';
  #lastReceived = this.#openedAt;
  #lastSent = this.#openedAt;

  constructor(options: ConnectionOptions) {
    const { id, scope, user, hub, limits, accountCalls, onTrouble } = options;
    this.id = id;
    this.scope = scope;
    this.user = user;
    this.hub = hub;
    this.#options = options;
    this.#reader = new RecordReader(limits.maxMessageBytes);
    const ownCalls = new CallBudget(limits, 'callsPerConnection');
    this.#calls = new Calls({
      hub,
      caller: { connectionId: id, scope, user, signal: this.#abort.signal },
      budgets: () => [ownCalls, accountCalls()].filter((budget) => budget !== null),
      send: (record, flushed) => this.send(record, flushed),
      onFailure: (target, error) => onTrouble(`Hub method ${target} failed`, error),
    });
    options.transport.attach(this);
  }

  /** Notes that the client is alive. */
  touch(): void {
    this.#lastReceived = performance.now();
  }

  /** Handles received bytes. If they break the protocol, the connection is closed with the reason. */
  receive(chunk: Buffer): void {
    if (this.#isClosed()) return;
    this.touch();
    try {
      for (const record of this.#reader.read(chunk)) {
        this.#handle(record);
        if (this.#isClosed()) return;
      }
    } catch (error) {
      if (error instanceof ProtocolError) {
        this.close({ error: error.message });
      } else {
        this.#options.onTrouble('A hub message could not be handled', error);
        this.close({ error: 'The message could not be handled.' });
      }
    }
  }

  /** Sends a record when open; otherwise drops it. A client that has stopped reading is cut. */
  send(record: Buffer, flushed?: () => void): void {
    const { transport, limits, onTrouble } = this.#options;
    if (this.#state === 'open' && transport.buffered > limits.maxBufferedBytes) {
      onTrouble('A client stopped reading and was cut');
      this.terminate();
    }
    if (this.#state === 'open') {
      this.#lastSent = performance.now();
      transport.send(record, flushed);
    } else {
      flushed?.();
    }
  }

  /** Calls `target` on this client only. */
  call(target: string, ...args: readonly unknown[]): void {
    this.send(writeInvocation(target, args));
  }

  /** Sends the reason and hangs up. Does nothing when closed already. */
  close(options: CloseOptions): void {
    if (this.#isClosed()) return;
    const lastRecord =
      this.#state === 'open' ? writeClose(options) : writeHandshakeResponse(options.error ?? 'Closed.');
    this.#setClosed();
    this.#options.transport.send(lastRecord);
    this.#options.transport.end();
  }

  /** Hangs up at once. */
  terminate(): void {
    this.#setClosed();
    this.#options.transport.terminate();
  }

  /** The transport has lost the client, or finished hanging up. */
  disconnected(): void {
    this.#setClosed();
    this.#options.onDisconnected();
  }

  /** Closes the connection if one of its times has run out; sends a ping when one is due. */
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

  #isClosed(): boolean {
    return this.#state === 'closed';
  }

  #setClosed(): void {
    if (this.#isClosed()) return;
    this.#state = 'closed';
    this.#options.hub.leave(this);
    this.#abort.abort();
  }

  #handle(record: string): void {
    if (!this.#messageCount.add(performance.now(), this.#options.limits.maxMessagesPerMinute))
      throw new ProtocolError('Too many messages were sent within a minute.');
    if (this.#state === 'handshake') {
      checkHandshake(record);
      this.#state = 'open';
      this.send(writeHandshakeResponse());
      this.#options.hub.join(this);
    } else {
      const message = parseMessage(record);
      if (message) this.#dispatch(message);
    }
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
        this.#setClosed();
        this.#options.transport.end();
        break;
      default:
        // A ping has been noted by `touch`.
        break;
    }
  }
}
