/**
 * Where the user was on a page that is reloaded after an action: how far down, and at which post. What arrives later makes
 * the browser forget (Rule 9.10).
 */
import { POSTS_FRAGMENT, postFragment } from '#lib/routes.ts';
import { runtime } from '#lib/runtime.ts';
import { z } from '#lib/schemas/zod.ts';
import { showKeptStatus } from '#lib/stores/status.ts';

const KEY = 'scroll-position';

const PlaceSchema = z.object({
  address: z.string(),
  /** Pixels from the top. */
  top: z.number(),
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
  const posts = fragment === '' ? [] : [fragment, ...neighbours(document.getElementById(fragment))];
  const place: Place = { address: here(), top: Math.round(window.scrollY), posts };
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

/** Scrolls that far down, and again while a list that is drawn bit by bit grows, until the user moves. */
function reach(top: number): void {
  const hasArrived = (): boolean => {
    window.scrollTo({ top, behavior: 'instant' });
    return window.scrollY >= top - 1;
  };
  if (hasArrived()) return;
  const growing = new ResizeObserver(() => hasArrived() && growing.disconnect());
  growing.observe(document.body);
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    window.addEventListener(event, () => growing.disconnect());
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
  reach(place.top);
  const target = [...place.posts, POSTS_FRAGMENT]
    .map((fragment) => document.getElementById(fragment))
    .find((element) => element !== null);
  if (target) {
    focus(target);
    const { top, bottom } = target.getBoundingClientRect();
    if (bottom < 0 || top > window.innerHeight) target.scrollIntoView({ block: 'nearest' });
  }
  showKeptStatus();
}
