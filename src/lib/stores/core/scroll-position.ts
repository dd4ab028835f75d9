/**
 * Where the user was on a page that is reloaded after an action: how far down, and at which post. What arrives later makes
 * the browser forget (Rule 9.10).
 */
import { POSTS_FRAGMENT, postFragment } from '#lib/routes.ts';
import { runtime } from '#lib/runtime.ts';
import { z } from '#lib/schemas/zod.ts';
import { showKeptStatus } from '#lib/stores/core/status.ts';

const KEY = 'scroll-position';

const PlaceSchema = z.object({
  address: z.string(),
  /** Pixels from the top of the page. */
  top: z.number(),
  /** Pixels from the top of the window to the post acted on; null for a new one. */
  offset: z.nullable(z.number()),
  /** Fragments of the posts that may get the focus: the one acted on, the next and the previous one. */
  posts: z.array(z.string()),
});
type Place = z.output<typeof PlaceSchema>;

/** The query may change: the last post of a page leaves with its page. */
const here = (): string => runtime.location().pathname;

/** Fragments of the posts after and before one in its list. */
function neighbours(post: HTMLElement | null): string[] {
  const { nextElementSibling, previousElementSibling } = post?.closest('li') ?? {};
  return [nextElementSibling, previousElementSibling].flatMap(
    (item) => item?.querySelector('article')?.id ?? [],
  );
}

/** Reloads the page and remembers where on it the user is, and which post was acted on. */
export function reloadInPlace(postId?: string): void {
  const fragment = postId === undefined ? '' : postFragment(postId);
  const post = document.getElementById(fragment);
  const place: Place = {
    address: here(),
    top: Math.round(window.scrollY),
    offset: post?.getBoundingClientRect().top ?? null,
    posts: fragment === '' ? [] : [fragment, ...neighbours(post)],
  };
  runtime.sessionStorage.set(KEY, JSON.stringify(place));
  runtime.reload();
}

/** The place to return to on this page; null when there is none. */
function readPlace(): Place | null {
  try {
    const { data } = PlaceSchema.safeParse(JSON.parse(runtime.sessionStorage.get(KEY) ?? 'null'));
    return data?.address === here() ? data : null;
  } catch {
    return null;
  }
}

/** How many posts of a list must be drawn before `returnToPlace`, so that the one to return to is among them. */
export function countToDraw(posts: readonly { id: string }[]): number {
  const drawn = posts.map(({ id }) => postFragment(id));
  const target = readPlace()?.posts.find((fragment) => drawn.includes(fragment));
  return target === undefined ? 0 : drawn.indexOf(target) + 1;
}

/** How long a list is drawn bit by bit and moves what is in it, in milliseconds. */
const SETTLING_MS = 5000;

/** Scrolls, and again while the page grows, until `scroll` says that it is done or the user moves. */
function scrollWhileGrowing(scroll: () => boolean): void {
  if (scroll()) return;
  const growing = new ResizeObserver(() => scroll() && growing.disconnect());
  growing.observe(document.body);
  const stop = () => growing.disconnect();
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    window.addEventListener(event, stop, { once: true });
  setTimeout(stop, SETTLING_MS);
}

/** Scrolls that far down. */
function reach(top: number): void {
  scrollWhileGrowing(() => {
    window.scrollTo({ top, behavior: 'instant' });
    return window.scrollY >= top - 1;
  });
}

/** Keeps an element that far below the window's top: posts above it have guessed heights until they are drawn. */
function hold(element: HTMLElement, offset: number): void {
  scrollWhileGrowing(() => {
    window.scrollBy({ top: element.getBoundingClientRect().top - offset, behavior: 'instant' });
    return false;
  });
}

/** Focuses an element; one that is still hidden because the session is being checked, as soon as it is shown. */
function focus(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (document.activeElement === element) return;
  const shown = new MutationObserver(() => {
    shown.disconnect();
    if (document.activeElement === document.body) element.focus({ preventScroll: true });
  });
  shown.observe(document.documentElement, { attributeFilter: ['data-session'] });
}

/**
 * Goes back, once, to where the user was before `reloadInPlace`. The keyboard's focus goes to the post that was acted on,
 * to its neighbour when it is gone, or else to the list. Called when the page has its content again.
 */
export function returnToPlace(): void {
  const place = readPlace();
  runtime.sessionStorage.remove(KEY);
  if (place === null) return;
  const post = place.posts
    .map((fragment) => document.getElementById(fragment))
    .find((found) => found !== null);
  const target = post ?? document.getElementById(POSTS_FRAGMENT);
  if (post && place.offset !== null) hold(post, place.offset);
  else reach(place.top);
  if (target) {
    focus(target);
    const { top, bottom } = target.getBoundingClientRect();
    if (bottom < 0 || top > window.innerHeight) target.scrollIntoView({ block: 'nearest' });
  }
  showKeptStatus();
}
