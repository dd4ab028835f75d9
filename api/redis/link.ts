/**
 * The connections to Redis, which several processes of the API share: one for commands, one for subscriptions. They reconnect
 * by themselves. Meanwhile commands fail at once, and the API works alone.
 */
import { Redis, type RedisOptions } from 'ioredis';
import { within } from '#api/base/waiting.ts';

/** Everything in Redis begins with it. */
export const PREFIX = 'fleet-karma:';

/** A server that does not respond within this time counts as lost. */
const ANSWER_LIMIT_MS = 3_000;
const CONNECT_LIMIT_MS = 1_000;
const RETRY_MAX_MS = 1_000;
/** Finds lost connections on which nothing is sent, such as that of the subscriptions. */
const PING_EVERY_MS = 5_000;
/** An API starts without Redis after this time. */
const START_LIMIT_MS = 3_000;

const OPTIONS = {
  lazyConnect: true,
  connectTimeout: CONNECT_LIMIT_MS,
  socketTimeout: ANSWER_LIMIT_MS,
  retryStrategy: (attempt: number) => Math.min(attempt * 50, RETRY_MAX_MS),
  // A command is sent once: whether a lost one has arrived is unknown, and a repeated event would arrive twice.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // `subscribe` is repeated here, because it must have an answer before clients reload.
  autoResubscribe: false,
} satisfies RedisOptions;

/** Called when connections are lost and restored. */
export interface LinkListener {
  message(channel: string, text: string): void;
  /** Commands work again. */
  commandsRestored(): void;
  /** The subscriptions are in force again. Messages were missed before. */
  subscriptionsRestored(): void;
  subscriptionsLost(): void;
}

/** Receives an outage's begin and end. */
type Log = Record<'error' | 'warn', (details: object, sentence: string) => void>;

/** A link to the server at `url`; nothing is sent before `start`. */
export class RedisLink {
  /** Fails at once while the connection is lost. */
  readonly commands: Redis;
  readonly #subscriber: Redis;
  readonly #log: Log;
  #channels: readonly string[] = [];
  #listener: LinkListener | null = null;
  #isStarted = false;
  isSubscribed = false;
  /** When one of the connections was lost; null while both work. */
  lostSince: Date | null = null;
  /** Only the message: an error of a refused sign-in has the password. */
  #reason = '';
  #ping: NodeJS.Timeout | undefined;

  constructor(url: string, log: Log) {
    this.#log = log;
    this.commands = new Redis(url, OPTIONS);
    this.#subscriber = new Redis(url, OPTIONS);
    for (const redis of [this.commands, this.#subscriber])
      redis.on('error', ({ message }) => {
        this.#reason = message;
      });
  }

  /** Sets what is subscribed to, before `start`. */
  listen(channels: readonly string[], listener: LinkListener): void {
    this.#channels = channels;
    this.#listener = listener;
  }

  /** Connects. Resolves when the subscriptions are in force, or after a time limit: then connecting goes on. */
  async start(): Promise<void> {
    const [commands, subscriber] = [this.commands, this.#subscriber];
    const ready = new Promise<void>((resolve) => {
      commands.on('ready', () => {
        this.#restored(() => this.#listener?.commandsRestored());
        resolve();
      });
    });
    const subscribed = new Promise<void>((resolve) => {
      subscriber.on('ready', () => void this.#subscribe().then(resolve, () => subscriber.disconnect(true)));
    });
    commands.on('close', () => this.#lost());
    subscriber.on('close', () => {
      this.isSubscribed = false;
      this.#listener?.subscriptionsLost();
      this.#lost();
    });
    subscriber.on('message', (channel, text) => this.#listener?.message(channel, text));
    for (const redis of [commands, subscriber]) redis.connect().catch(() => {});
    await within(Promise.all([ready, subscribed]), START_LIMIT_MS, null);
    this.#isStarted = true;
    if (!this.#works) this.#lost();
    this.#ping = setInterval(() => this.#check(), PING_EVERY_MS).unref();
  }

  close(): void {
    this.#isStarted = false;
    clearInterval(this.#ping);
    for (const redis of [this.commands, this.#subscriber]) redis.disconnect();
  }

  get #works(): boolean {
    return this.commands.status === 'ready' && this.isSubscribed;
  }

  async #subscribe(): Promise<void> {
    if (this.#channels.length > 0) await this.#subscriber.subscribe(...this.#channels);
    this.isSubscribed = true;
    this.#restored(() => this.#listener?.subscriptionsRestored());
  }

  /** Reports what works again after an outage. */
  #restored(report: () => void): void {
    if (this.lostSince === null) return;
    if (this.#works) {
      this.#log.warn({ lostSince: this.lostSince }, 'Redis is available again');
      this.lostSince = null;
    }
    report();
  }

  /** The start is not an outage. */
  #lost(): void {
    if (this.lostSince !== null || !this.#isStarted) return;
    this.lostSince = new Date();
    this.#log.error({ reason: this.#reason }, 'Redis is unavailable');
  }

  /** No answer ends the connection by `socketTimeout`. */
  #check(): void {
    for (const redis of [this.commands, this.#subscriber])
      if (redis.status === 'ready') redis.ping().catch(() => {});
  }
}
