/** Fake hub connections: the test plays the server and decides which starts fail. */
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

/** A factory for hubs whose streams yield `items`; `failStarts` is how many starts fail before one succeeds. */
export function fakeHubs(items: unknown[] = []): {
  createHub: HubFactory;
  hubs: FakeHub[];
  failStarts: (count: number) => void;
} {
  const hubs: FakeHub[] = [];
  let failures = 0;
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
        failures -= 1;
        if (failures >= 0) throw new Error('refused');
      },
      stop: async () => {
        fake.stops += 1;
        onClose();
      },
      on: (event, handler) => void handlers.set(event.toLowerCase(), handler),
      onClose: (handler) => {
        onClose = handler;
      },
      send: async (...sent) => void fake.sent.push(sent),
      stream: async (method, onItem) => {
        fake.sent.push([method]);
        for (const item of fake.items) onItem(item);
      },
    };
    return hub;
  };
  return {
    createHub,
    hubs,
    failStarts: (count) => {
      failures = count;
    },
  };
}
