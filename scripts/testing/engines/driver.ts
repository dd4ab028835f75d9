/** The interface to a browser engine that the engine tests use. */
import type { Query } from './find-in-page.ts';

/** The driver's reference to an element of the page. */
export type Handle = unknown;

/** Drives one tab of a browser. */
export interface Driver {
  goto: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  /** Runs the source of a function in the page and waits for its promise. Arguments and result survive JSON. */
  evaluate: (source: string, args: readonly unknown[]) => Promise<unknown>;
  find: (query: Query) => Promise<Handle | null>;
  click: (handle: Handle) => Promise<void>;
  hover: (handle: Handle) => Promise<void>;
  type: (handle: Handle, text: string) => Promise<void>;
  upload: (handle: Handle, file: string) => Promise<void>;
  /** Presses a key: `Escape`, `Tab`, `Enter`. */
  press: (key: string) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  screenshot: (file: string) => Promise<void>;
  /** Errors and policy violations so far: of every page in Firefox, of the current one in WebKit. */
  problems: () => Promise<string[]>;
  close: () => Promise<void>;
}
