/** User actions in a page of any engine: each waits for its target first. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver, Handle } from './driver.ts';
import { queryOf, type Target } from './find-in-page.ts';

/** Generous for busy machines: this limit is for hangs. */
const WAIT_MS = 60_000;
const POLL_MS = 50;

/** Works with one tab. Every action waits for its target first. */
export interface EnginePage
  extends Pick<Driver, 'goto' | 'reload' | 'press' | 'resize' | 'screenshot' | 'problems'> {
  /** Runs a self-contained function in the page. Arguments and result must survive JSON. */
  evaluate: <Args extends readonly unknown[], Result>(
    action: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => Promise<Result>;
  isVisible: (target: Target) => Promise<boolean>;
  /** Resolves once the target is visible. */
  see: (target: Target) => Promise<void>;
  click: (target: Target) => Promise<void>;
  hover: (target: Target) => Promise<void>;
  /** Replaces the value of a field. */
  fill: (target: Target, text: string) => Promise<void>;
  upload: (target: Target, file: string) => Promise<void>;
  /** Goes back without waiting, because the page may stay the same. */
  back: () => Promise<void>;
}

/** Repeats `look` until it returns something, ignoring errors while a page is being replaced. */
async function until<Result>(what: string, look: () => Promise<Result | null>): Promise<Result> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const found = await look().catch((error: unknown) => {
      if (Date.now() > deadline) throw error;
      return null;
    });
    if (found !== null) return found;
    if (Date.now() > deadline) throw new Error(`Not found within ${WAIT_MS / 1000} s: ${what}`);
    await sleep(POLL_MS);
  }
}

/** A page on a driver; paths are of the site at `origin`. */
export function pageOn(driver: Driver, origin: string): EnginePage {
  const find = (target: Target): Promise<Handle> =>
    until(`${target.role} ${target.name}`, () => driver.find(queryOf(target)));
  const evaluate: EnginePage['evaluate'] = async (action, ...args) =>
    (await driver.evaluate(String(action), args)) as Awaited<ReturnType<typeof action>>;
  /** Panels slide in: a pointer would miss what still moves. */
  const isMoving = () => document.getAnimations().some((animation) => animation instanceof CSSTransition);
  /** Repeats an action when its target was redrawn in between. */
  const act = (target: Target, action: (handle: Handle) => Promise<void>): Promise<boolean> =>
    until(`${target.role} ${target.name}`, async () => {
      const handle = await find(target);
      if (await evaluate(isMoving)) return null;
      await action(handle);
      return true;
    });
  return {
    ...driver,
    goto: (path) => driver.goto(new URL(path, origin).href),
    evaluate,
    isVisible: async (target) => (await driver.find(queryOf(target))) !== null,
    see: async (target) => void (await find(target)),
    click: async (target) => void (await act(target, driver.click)),
    hover: async (target) => void (await act(target, driver.hover)),
    fill: async (target, text) => {
      await act(target, driver.click);
      await evaluate(() => (document.activeElement as HTMLInputElement).select());
      await driver.type(await find(target), text);
    },
    upload: async (target, file) => driver.upload(await find(target), file),
    back: () => evaluate(() => void setTimeout(() => history.back())),
  };
}
