// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import type { FakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { newPage } from '#tests/support/new-page.ts';

const reload = vi.fn();
let platform: FakePlatform;
let page: Awaited<ReturnType<typeof loadPage>>;
let stored: Map<string, string>;

/** A page with the posts of these ids in its list, and the post alone where there is no list. */
function draw(ids: readonly string[], { list = true } = {}): void {
  const posts = ids.map((id) => `<article id="post-${id}" tabindex="-1">${id}</article>`);
  document.body.innerHTML = list
    ? `<section id="posts" tabindex="-1"><ol>${posts.map((post) => `<li>${post}</li>`).join('')}</ol></section>`
    : posts.join('');
}

const loadPage = () => newPage(() => [import('#lib/stores/core/scroll-position.ts')]);

/** Opens a new page in the tab. */
async function openPage(href = '/posts?page=2'): Promise<void> {
  page = await loadPage();
  platform = page.fakePlatform(href, { reload, sessionStorage: storageOf(stored) });
}

/** The focused element after the reload. */
async function reloaded(ids: readonly string[], options?: { list?: boolean }): Promise<string | undefined> {
  await openPage(platform.address());
  draw(ids, options);
  page.returnToPlace();
  return document.activeElement?.id;
}

beforeEach(async () => {
  stored = new Map();
  vi.clearAllMocks();
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(window, 'scrollBy').mockImplementation(() => {});
  Object.defineProperty(window, 'scrollY', { value: 1234.4, configurable: true });
  await openPage();
  draw(['a', 'b', 'c']);
});

it('returns to the scroll position once after a reload', async () => {
  page.reloadInPlace();
  expect(reload).toHaveBeenCalledOnce();
  await openPage();
  page.returnToPlace();
  page.returnToPlace();
  expect(vi.mocked(window.scrollTo).mock.calls).toEqual([[{ top: 1234, behavior: 'instant' }]]);
});

it('leaves the place and the message to the page after the reload (Rule 9.10)', async () => {
  page.reloadInPlace('b');
  // A live event removes the post before the browser has left the page.
  draw(['a', 'c']);
  page.returnToPlace();
  expect([document.activeElement?.id, platform.said]).toEqual(['', []]);
  expect([await reloaded(['a', 'c']), platform.said]).toEqual(['post-c', ['kept']]);
});

it('does nothing on another page', async () => {
  page.reloadInPlace('b');
  await openPage('/player/1,Aurora_Captain');
  page.returnToPlace();
  expect(window.scrollTo).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(document.body);
});

it.each([
  ['the post that was acted on', 'b', ['a', 'b', 'c'], 'post-b'],
  ['the next post when it is gone', 'b', ['a', 'c'], 'post-c'],
  ['the previous post when it was the last', 'c', ['a', 'b'], 'post-b'],
  ['the new post after publishing', 'new', ['new', 'a', 'b'], 'post-new'],
  ['the list when there is no post left', 'b', [], 'posts'],
  ['the list when the new post is on another page', 'new', ['a', 'b'], 'posts'],
])('focuses %s (Rule 9.10)', async (_, actedOn, after, focused) => {
  page.reloadInPlace(actedOn);
  expect(await reloaded(after)).toBe(focused);
});

it('focuses the post on its own page (Rule 9.10)', async () => {
  draw(['a'], { list: false });
  page.reloadInPlace('a');
  expect(await reloaded(['a'], { list: false })).toBe('post-a');
});

it('keeps the post in place while posts above it are drawn (Rule 9.10)', async () => {
  const at = (top: number) => ({ top, bottom: top + 200 }) as DOMRect;
  const post = () => document.getElementById('post-b') as HTMLElement;
  vi.spyOn(post(), 'getBoundingClientRect').mockReturnValue(at(120));
  page.reloadInPlace('b');
  await openPage();
  draw(['a', 'b']);
  vi.spyOn(post(), 'getBoundingClientRect').mockReturnValue(at(500));
  page.returnToPlace();
  expect(vi.mocked(window.scrollBy).mock.calls).toEqual([[{ top: 380, behavior: 'instant' }]]);
});

it('counts the posts of a long list that must be drawn (Rule 9.10)', async () => {
  const posts = (ids: string) => [...ids].map((id) => ({ id }));
  expect(page.countToDraw(posts('abc'))).toBe(0);
  page.reloadInPlace('b');
  expect(page.countToDraw(posts('xyabc'))).toBe(4);
  expect(page.countToDraw(posts('xyac'))).toBe(4);
  expect(page.countToDraw(posts('xy'))).toBe(0);
});

it('announces the acknowledgement after setting the focus', async () => {
  page.reloadInPlace('b');
  expect(platform.said).toEqual([]);
  await reloaded(['a', 'b']);
  expect(platform.said).toEqual(['kept']);
});

it('sets the focus when the page is shown after the session check', async () => {
  page.reloadInPlace('b');
  await openPage();
  draw(['a', 'b']);
  const post = document.getElementById('post-b') as HTMLElement;
  document.documentElement.dataset.session = 'loading';
  const focus = vi.spyOn(post, 'focus').mockImplementationOnce(() => {});
  page.returnToPlace();
  expect(document.activeElement).toBe(document.body);
  document.documentElement.removeAttribute('data-session');
  await expect.poll(() => document.activeElement).toBe(post);
  expect(focus).toHaveBeenCalledTimes(2);
});

it('focuses the list when its page of posts no longer exists (Rule 9.10)', async () => {
  draw(['a']);
  page.reloadInPlace('a');
  platform.goBack('/posts');
  expect(await reloaded(['x', 'y'])).toBe('posts');
});

it.each(['{', '12', '{"address":"/posts"}', '{"address":"/posts","top":"x","posts":[]}'])(
  'ignores a stored place that is none: %s',
  (text) => {
    stored.set('scroll-position', text);
    page.returnToPlace();
    expect(window.scrollTo).not.toHaveBeenCalled();
  },
);
