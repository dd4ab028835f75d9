// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addDialog, replaceAddress } from '#lib/history.ts';
import { setRuntime } from '#lib/runtime.ts';

/** A history as browsers have it: `go` moves later, then `popstate` is fired. happy-dom has none. */
function fakeHistory() {
  const entries: { state: unknown; href: string }[] = [{ state: null, href: '/moderation?post=1' }];
  let at = 0;
  const here = () => entries[at] as (typeof entries)[number];
  const history = {
    scrollRestoration: 'auto',
    get state() {
      return here().state;
    },
    pushState: (state: unknown, _: string, href = here().href) => {
      entries.splice(++at, entries.length, { state, href });
    },
    go: (steps: number) =>
      setTimeout(() => {
        at += steps;
        window.dispatchEvent(new Event('popstate'));
      }),
  };
  vi.stubGlobal('history', history);
  vi.stubGlobal('location', {
    get href() {
      return here().href;
    },
  });
  return { history, here };
}

let page: ReturnType<typeof fakeHistory>;
let restore: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  page = fakeHistory();
  restore = setRuntime({ replaceState: (href) => void Object.assign(page.here(), { href }) });
});
afterEach(() => {
  restore();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each([
  ['while a dialog is open', (close: () => void) => [() => replaceAddress('/moderation?post=2'), close]],
  ['when it was just closed', (close: () => void) => [close, () => replaceAddress('/moderation?post=2')]],
])('an address that is replaced %s is the page’s once the dialog is left', async (_, steps) => {
  const read: string[] = [];
  const onPopState = () => read.push(page.here().href);
  window.addEventListener('popstate', onPopState);
  for (const step of steps(addDialog(() => {}))) step();
  await vi.runAllTimersAsync();
  window.removeEventListener('popstate', onPopState);
  expect(page.here()).toEqual({ state: null, href: '/moderation?post=2' });
  expect(read, 'what listeners read').toEqual(['/moderation?post=2']);
});

it('an address that the page was left for in the meantime stays', async () => {
  const close = addDialog(() => {});
  replaceAddress('/moderation?post=2');
  page.history.go(-1);
  await vi.runAllTimersAsync();
  close();
  replaceAddress('/moderation?post=3');
  await vi.runAllTimersAsync();
  expect(page.here().href).toBe('/moderation?post=3');
});
