/** Fake hub connections: the test plays the server and decides which starts and streams fail. */
import type { Hub, HubFactory, HubOptions } from '#lib/hubs/signalr.ts';

/** One connection and its calls. */
export interface FakeHub {
  url: string;
  options: HubOptions;
  starts: number;
  stops: number;
  sent: unknown[][];
  /** Items that streams yield. */
  items: unknown[];
  emit(event: string, ...args: unknown[]): void;
  /** Closes the connection from the server's side. */
  drop(): void;
}

/**
 * A factory for hubs whose streams yield `items`. `failStarts` and `failStreams` are how many starts and streams fail before
 * one succeeds.
 */
export function fakeHubs(items: unknown[] = []): {
  createHub: HubFactory;
  hubs: FakeHub[];
  failStarts: (count: number) => void;
  failStreams: (count: number) => void;
} {
  const hubs: FakeHub[] = [];
  let startFailures = 0;
  let streamFailures = 0;
  const createHub: HubFactory = async (url, options) => {
    const handlers = new Map<string, (...args: unknown[]) => void>();
    let onClose = (): void => {};
    const fake: FakeHub = {
      url,
      options,
      starts: 0,
      stops: 0,
      sent: [],
      items,
      emit: (event, ...args) => handlers.get(event.toLowerCase())?.(...args),
      drop: () => onClose(),
    };
    hubs.push(fake);
    const hub: Hub = {
      start: async () => {
        fake.starts += 1;
        startFailures -= 1;
        if (startFailures >= 0) throw new Error('refused');
      },
      stop: async () => {
        fake.stops += 1;
        onClose();
      },
      on: (event, handler) => void handlers.set(event.toLowerCase(), handler),
      onClose: (handler) => {
        onClose = handler;
      },
      invoke: async (...sent) => void fake.sent.push(sent),
      stream: async (method, onItem) => {
        fake.sent.push([method]);
        for (const item of fake.items) onItem(item);
        streamFailures -= 1;
        if (streamFailures >= 0) throw new Error('The stream broke.');
      },
    };
    return hub;
  };
  return {
    createHub,
    hubs,
    failStarts: (count) => {
      startFailures = count;
    },
    failStreams: (count) => {
      streamFailures = count;
    },
  };
}
