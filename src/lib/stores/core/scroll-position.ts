/** Scroll position and focused post on a page that reloads after an action (Rule 9.10). */
import { POSTS_FRAGMENT, postFragment } from '#lib/paths.ts';
import { runtime } from '#lib/runtime.ts';
import { z } from '#lib/schemas/zod.ts';
import { cardToReturnTo, forgetPlace, keepAt, returnToEntry, scrollToTop } from '#lib/stores/core/places.ts';
import { showKeptStatus } from '#lib/stores/core/status.ts';
import { stored } from '#lib/stores/core/stored.ts';

const PlaceSchema = z.object({
  address: z.string(),
  /** Pixels from the top of the page. */
  top: z.number(),
  /** Pixels from the top of the window to the post that was acted on; null for a new post. */
  offset: z.nullable(z.number()),
  /** Fragments of the posts that may get the focus: the changed post, the next and the previous one. */
  posts: z.array(z.string()),
});
const savedPlace = stored('scroll-position', PlaceSchema, 'sessionStorage');

/** Without the query, which changes when a page of the list loses its last post. */
const here = (): string => runtime.location().pathname;

/** Fragments of the next and the previous post in the list. */
function neighbours(post: HTMLElement | null): string[] {
  const { nextElementSibling, previousElementSibling } = post?.closest('li') ?? {};
  return [nextElementSibling, previousElementSibling].flatMap(
    (item) => item?.querySelector('article')?.id ?? [],
  );
}

/**
 * Notes where a post is. The returned function moves the focus to the post, to a neighbour if it is gone, or else to the list,
 * unless the user has moved it elsewhere meanwhile.
 */
export function focusAround(postId: string): () => void {
  const fragment = postFragment(postId);
  const fragments = [fragment, ...neighbours(document.getElementById(fragment)), POSTS_FRAGMENT];
  return () => {
    const { activeElement } = document;
    const isElsewhere =
      activeElement !== null &&
      activeElement !== document.body &&
      !document.getElementById(fragment)?.contains(activeElement) &&
      activeElement.closest('[data-status]') === null;
    if (isElsewhere) return;
    const target = fragments.map((id) => document.getElementById(id)).find((found) => found !== null);
    target?.focus({ preventScroll: true });
  };
}

/** Until the browser has left the page, live events can still draw posts. What was saved is not for this page. */
let isReloading = false;

/** Saves the scroll position and the post that was acted on, and reloads the page. */
export function reloadInPlace(postId?: string): void {
  const fragment = postId === undefined ? '' : postFragment(postId);
  const post = document.getElementById(fragment);
  isReloading = true;
  savedPlace.write({
    address: here(),
    top: Math.round(window.scrollY),
    offset: post?.getBoundingClientRect().top ?? null,
    posts: fragment === '' ? [] : [fragment, ...neighbours(post)],
  });
  runtime.reload();
}

function placeHere(): z.output<typeof PlaceSchema> | null {
  const place = savedPlace.read();
  return place?.address === here() ? place : null;
}

/** How many posts of a list must be drawn so that `returnToPlace` finds its post. */
export function countToDraw(posts: readonly { id: string }[]): number {
  const drawn = posts.map(({ id }) => postFragment(id));
  const targets = placeHere()?.posts ?? [cardToReturnTo()];
  const target = targets.find((fragment) => fragment !== undefined && drawn.includes(fragment));
  return target === undefined ? 0 : drawn.indexOf(target) + 1;
}

/** Focuses an element. While the session is checked the page is hidden, so this may have to wait until it is shown. */
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
 * Restores, once, what `reloadInPlace` saved, or else the place of the history entry. The focus goes to the post that was acted
 * on, to a neighbour if it is gone, or else to the list. Call it when the content is drawn.
 */
export function returnToPlace(): void {
  if (isReloading) return;
  const place = placeHere();
  savedPlace.remove();
  if (place === null) {
    returnToEntry();
    return;
  }
  forgetPlace();
  const post = place.posts
    .map((fragment) => document.getElementById(fragment))
    .find((found) => found !== null);
  const target = post ?? document.getElementById(POSTS_FRAGMENT);
  if (post && place.offset !== null) keepAt(post, place.offset);
  else scrollToTop(place.top);
  if (target) {
    focus(target);
    const { top, bottom } = target.getBoundingClientRect();
    if (bottom < 0 || top > window.innerHeight) target.scrollIntoView({ block: 'nearest' });
  }
  showKeptStatus();
}
