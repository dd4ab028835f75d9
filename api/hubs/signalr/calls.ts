/** The calls that one connection has running: invocations, streams and their cancellation. */
import type { CallBudget } from './budgets.ts';
import type { Caller, Hub } from './hub.ts';
import { HubError } from './hub.ts';
import type { Invocation, StreamInvocation } from './messages.ts';
import { writeCompletion, writeStreamItem } from './messages.ts';

/** What running calls need of their connection. */
export interface CallHost {
  /** Queues a record; `flushed` as in Transport. */
  send(record: Buffer, flushed?: () => void): void;
  /** A method failed with something that its caller must not read. */
  failed(target: string, error: unknown): void;
}

const aborted = (signal: AbortSignal): Promise<'aborted'> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });

/** The items of `source` until `end`, which `signal` brings; does not wait for a source that ignores it. */
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

/** Counts a call in every budget; answers why it may not start, null when it has started. */
function start(budgets: readonly CallBudget[]): string | null {
  const now = performance.now();
  const refusals = budgets.map((budget) => budget.refusal(now));
  const refusal = refusals.find((one) => one !== null) ?? null;
  if (refusal === null) for (const budget of budgets) budget.start();
  return refusal;
}

/** Runs the calls of one connection, within its budget and its account's. */
export class Calls {
  readonly #hub: Hub;
  readonly #host: CallHost;
  readonly #caller: Caller;
  readonly #budgets: () => readonly CallBudget[];
  readonly #streams = new Map<string, AbortController>();

  constructor(hub: Hub, caller: Caller, host: CallHost, budgets: () => readonly CallBudget[]) {
    this.#hub = hub;
    this.#caller = caller;
    this.#host = host;
    this.#budgets = budgets;
  }

  /** Starts a call, or answers why not. */
  invoke({ target, arguments: args, invocationId }: Invocation): void {
    void this.#run(target, invocationId ?? null, async () => {
      const method = this.#hub.methods.get(target.toLowerCase());
      if (!method) throw this.#unknown(target, this.#hub.streams, 'a stream; it cannot be invoked');
      const result = await method(this.#caller, args);
      if (invocationId) this.#host.send(writeCompletion(invocationId, { result }));
    });
  }

  /** Starts a streaming call, or answers why not. */
  stream({ target, arguments: args, invocationId }: StreamInvocation): void {
    if (this.#streams.has(invocationId)) {
      const error = `Invocation ID '${invocationId}' is already in use.`;
      this.#host.send(writeCompletion(invocationId, { error }));
      return;
    }
    const controller = new AbortController();
    this.#streams.set(invocationId, controller);
    const signal = AbortSignal.any([this.#caller.signal, controller.signal]);
    void this.#run(target, invocationId, async () => {
      const stream = this.#hub.streams.get(target.toLowerCase());
      if (!stream) throw this.#unknown(target, this.#hub.methods, 'not a stream; invoke it');
      const end = aborted(signal);
      for await (const item of until(signal, end, stream({ ...this.#caller, signal }, args))) {
        await Promise.race([this.#flush(writeStreamItem(invocationId, item)), end]);
      }
      this.#host.send(writeCompletion(invocationId, {}));
    }).finally(() => this.#streams.delete(invocationId));
  }

  /** Ends a stream; one that has ended already is left alone. */
  cancel(invocationId: string): void {
    this.#streams.get(invocationId)?.abort();
  }

  #unknown(target: string, others: ReadonlyMap<string, unknown>, hint: string): HubError {
    const name = `Method '${target.slice(0, 80)}'`;
    return new HubError(others.has(target.toLowerCase()) ? `${name} is ${hint}.` : `${name} does not exist.`);
  }

  /** Sends and waits until the client takes it, so that a stream is read at the client's pace. */
  #flush(record: Buffer): Promise<void> {
    return new Promise((resolve) => this.#host.send(record, resolve));
  }

  #fail(invocationId: string | null, error: string): void {
    if (invocationId) this.#host.send(writeCompletion(invocationId, { error }));
  }

  async #run(target: string, invocationId: string | null, call: () => Promise<void>): Promise<void> {
    const budgets = this.#budgets();
    const refusal = start(budgets);
    if (refusal !== null) return this.#fail(invocationId, refusal);
    try {
      await call();
    } catch (failure) {
      const forCaller = failure instanceof HubError;
      if (!forCaller) this.#host.failed(target, failure);
      this.#fail(
        invocationId,
        forCaller ? failure.message : `Failed to invoke '${target}' due to an error on the server.`,
      );
    } finally {
      for (const budget of budgets) budget.end();
    }
  }
}
