import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadInPlace, restoreScroll } from '#lib/stores/scroll-position.ts';
import { type FakePlatform, fakePlatform } from '#tests/support/fake-platform.ts';

const scrollTo = vi.fn();
const reload = vi.fn();
let platform: FakePlatform;

beforeEach(() => {
  vi.stubGlobal('window', { scrollY: 1234.4, scrollTo });
  const stored = new Map<string, string>();
  platform = fakePlatform('/posts?page=2', {
    reload,
    sessionStorage: {
      get: (key) => stored.get(key) ?? null,
      set: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it('comes back to where the reader was when the page was reloaded, once', () => {
  reloadInPlace();
  expect(reload).toHaveBeenCalledOnce();
  restoreScroll();
  restoreScroll();
  expect(scrollTo.mock.calls).toEqual([[{ top: 1234, behavior: 'instant' }]]);
});

it('leaves another page where it is', () => {
  reloadInPlace();
  platform.goBack('/posts');
  restoreScroll();
  expect(scrollTo).not.toHaveBeenCalled();
});

it('gives the focus back to the post that was at hand, when it is still there (Rule 9.10)', () => {
  const focus = vi.fn();
  const getElementById = vi.fn((id: string) => (id === 'post-a-1' ? { focus } : null));
  vi.stubGlobal('document', { getElementById });
  reloadInPlace('a-1');
  restoreScroll();
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
  reloadInPlace('b-2');
  restoreScroll();
  expect(getElementById).toHaveBeenLastCalledWith('post-b-2');
  expect(scrollTo).toHaveBeenCalledTimes(2);
});
