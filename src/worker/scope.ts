/** The service worker's global scope. TypeScript has its types only for programs without a DOM. */

/** An event that keeps the worker running until a promise settles. */
export interface LifeEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

/** A request of a page. */
export interface PageRequest extends LifeEvent {
  readonly request: Request;
  /** The answer to a navigation that the browser requested while the worker started, if it did. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<readonly { postMessage(message: unknown): void }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: PageRequest) => void): void;
}

/** The global scope. */
export const scope = globalThis as unknown as Scope;
