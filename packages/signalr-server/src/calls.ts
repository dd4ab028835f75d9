/** The calls that one connection has running: invocations, streams and their cancellation. */
import { type Caller, HubError } from './contract.ts';
import type { Hub } from './hub.ts';
import type { CallBudget } from './limits.ts';
import { type Invocation, type StreamInvocation, writeCompletion, writeStreamItem } from './messages.ts';

/** The part of a connection that running calls use. */
export interface CallsOptions {
  hub: Hub;
  caller: Caller;
  /** The budgets that every call counts against. */
  budgets: () => readonly CallBudget[];
  /** Queues a record; `flushed` as in Transport. */
  send(record: Buffer, flushed?: () => void): void;
  /** Logs an error of a method; the caller gets a general message instead. */
  onFailure(target: string, error: unknown): void;
}

const aborted = (signal: AbortSignal): Promise<'aborted'> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });

/** The items of `source` until `signal` is aborted (`end` resolves then); does not wait for a source that ignores it. */
async function* until(
  signal: AbortSignal,
  end: Promise<'aborted'>,
  source: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<unknown> {
  const iterator =
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  try {
    while (!signal.aborted) {
      const step = await Promise.race([iterator.next(), end]);
      if (step === 'aborted' || step.done || signal.aborted) return;
      yield step.value;
    }
  } finally {
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

/** Counts a call in every budget; returns why it may not start, or null when it has started. */
function start(budgets: readonly CallBudget[]): string | null {
  const now = performance.now();
  const refusals = budgets.map((budget) => budget.refusal(now));
  const refusal = refusals.find((one) => one !== null) ?? null;
  if (refusal === null) for (const budget of budgets) budget.start();
  return refusal;
}

/** Runs the calls of one connection, within its budget and its account's. */
export class Calls {
  readonly #options: CallsOptions;
  readonly #streams = new Map<string, AbortController>();

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /** Starts a call, or sends why it is refused. */
  invoke(invocation: Invocation): void {
    const { target, arguments: args, invocationId } = invocation;
    void this.#run(invocation, async () => {
      const method = this.#options.hub.methods.get(target.toLowerCase());
      if (!method) throw this.#unknown(target, this.#options.hub.streams, 'a stream; it cannot be invoked');
      const result = await method(this.#options.caller, args);
      if (invocationId) this.#options.send(writeCompletion(invocationId, { result }));
    });
  }

  /** Starts a streaming call, or sends why it is refused. */
  stream(invocation: StreamInvocation): void {
    const { target, arguments: args, invocationId } = invocation;
    if (this.#streams.has(invocationId)) {
      const error = `Invocation ID '${invocationId}' is already in use.`;
      this.#options.send(writeCompletion(invocationId, { error }));
      return;
    }
    const controller = new AbortController();
    this.#streams.set(invocationId, controller);
    const signal = AbortSignal.any([this.#options.caller.signal, controller.signal]);
    void this.#run(invocation, async () => {
      const stream = this.#options.hub.streams.get(target.toLowerCase());
      if (!stream) throw this.#unknown(target, this.#options.hub.methods, 'not a stream; invoke it');
      const end = aborted(signal);
      for await (const item of until(signal, end, stream({ ...this.#options.caller, signal }, args))) {
        await Promise.race([this.#flush(writeStreamItem(invocationId, item)), end]);
      }
      this.#options.send(writeCompletion(invocationId, {}));
    }).finally(() => this.#streams.delete(invocationId));
  }

  /** Ends a stream if it is still running. */
  cancel(invocationId: string): void {
    this.#streams.get(invocationId)?.abort();
  }

  #unknown(target: string, others: ReadonlyMap<string, unknown>, hint: string): HubError {
    const name = `Method '${target.slice(0, 80)}'`;
    return new HubError(others.has(target.toLowerCase()) ? `${name} is ${hint}.` : `${name} does not exist.`);
  }

  /** Sends and waits until the network has taken the record, so that a stream does not outrun its client. */
  #flush(record: Buffer): Promise<void> {
    return new Promise((resolve) => this.#options.send(record, resolve));
  }

  #fail(invocationId: string | null, error: string): void {
    if (invocationId) this.#options.send(writeCompletion(invocationId, { error }));
  }

  async #run(invocation: Invocation | StreamInvocation, call: () => Promise<void>): Promise<void> {
    const { target, invocationId, hasStreams } = invocation;
    const budgets = this.#options.budgets();
    const refusal = start(budgets);
    if (refusal !== null) return this.#fail(invocationId, refusal);
    try {
      if (hasStreams) throw new HubError('The server takes no streams; the method was not called.');
      await call();
    } catch (failure) {
      if (failure instanceof HubError) return this.#fail(invocationId, failure.message);
      this.#options.onFailure(target, failure);
      this.#fail(invocationId, `Failed to invoke '${target}' due to an error on the server.`);
    } finally {
      for (const budget of budgets) budget.end();
    }
  }
}
