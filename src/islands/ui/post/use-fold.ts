import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FOLDED_FROM_LINES } from '#lib/domain/post-face.ts';

/** Takes the height of each followed text, in pixels. */
const measures = new WeakMap<Element, (height: number) => void>();
let heights: ResizeObserver | undefined;

/**
 * Has the text measured now, before the browser draws it, and whenever its height changes. The first measurement does not wait
 * for the observer: Chromium counts what changes then as a shift. A card that the browser does not lay out yet
 * (`content-visibility`) is measured when it does: reading its height would lay it out for nothing.
 */
function followHeight(text: Element, measure: (height: number) => void): () => void {
  heights ??= new ResizeObserver((entries) => {
    flushSync(() => {
      for (const { target, contentRect } of entries) measures.get(target)?.(contentRect.height);
    });
  });
  if (text.checkVisibility({ contentVisibilityAuto: true })) measure(text.getBoundingClientRect().height);
  measures.set(text, measure);
  heights.observe(text);
  return () => heights?.unobserve(text);
}

/** Blocks of the text, and what can have the focus in them. */
const PARTS = ':scope > * > *, a, button, [tabindex]';

/** How much of a folded text is hidden at its lower edge, so that the edge does not cut through a row of a table; 0 elsewhere. */
function hiddenBelow(text: Element, { top, bottom }: DOMRect): number {
  const rows = Array.from(text.querySelectorAll('tr'), (row) => row.getBoundingClientRect());
  const cut = rows.find((row) => row.top < bottom - 1 && row.bottom > bottom + 1);
  return cut && cut.top > top + 1 ? bottom - cut.top : 0;
}

/**
 * Makes what begins below the cut of each text inert, and cuts tables between their rows. Reads all places first: each change
 * would make the browser find them again.
 */
function disableBelow(texts: readonly HTMLElement[]): void {
  const cuts = texts.map((text) => {
    const box = text.getBoundingClientRect();
    const hidden = hiddenBelow(text, box);
    const below = Array.from(
      text.querySelectorAll<HTMLElement>(PARTS),
      (part) => [part, part.getBoundingClientRect().top >= box.bottom - hidden - 1] as const,
    );
    return { text, hidden, below };
  });
  for (const { text, hidden, below } of cuts) {
    // The height stays, so that nothing moves.
    text.style.setProperty('--hidden', `${hidden}px`);
    for (const [part, isBelow] of below) part.inert = isBelow;
  }
}

let cuts: ResizeObserver | undefined;

/** Keeps what begins below the text's cut inert, also when more is drawn there. Returns a function that reverts it. */
function followCut(text: HTMLElement): () => void {
  cuts ??= new ResizeObserver((entries) => disableBelow(entries.map(({ target }) => target as HTMLElement)));
  // An observer reports an element that it has just begun to observe, after the next layout.
  const follow = () => {
    cuts?.unobserve(text);
    cuts?.observe(text);
  };
  // Begun while texts are being measured, it would be reported as too late for this frame.
  const frame = requestAnimationFrame(follow);
  const changes = new MutationObserver(follow);
  changes.observe(text, { childList: true, subtree: true });
  return () => {
    cancelAnimationFrame(frame);
    cuts?.unobserve(text);
    changes.disconnect();
    for (const part of text.querySelectorAll<HTMLElement>(PARTS)) part.inert = false;
  };
}

type IsLong = (height: number, text: Element) => boolean;

/** Whether a text is higher than so many of its lines. */
const isHigherThan =
  (lines: number): IsLong =>
  (height, text) =>
    height > lines * Number.parseFloat(getComputedStyle(text).lineHeight);

/** Whether a text of this height shows more than six lines. */
export const hasManyLines = isHigherThan(FOLDED_FROM_LINES);

/** Whether the words of a reply do not fit into twelve lines, which `Reply.module.css` shows. */
export const isLongReply = isHigherThan(12.5);

/** Whether a text of this height does not fit into what cuts it. */
export const isHigherThanPlace: IsLong = (height, text) =>
  height > (text.parentElement?.clientHeight ?? height);

/**
 * Folds a text that `isTooLong`, which is not asked while the text is open; null folds none. `ref` is for the element that
 * is cut; its only child is the text.
 */
export function useFold(isTooLong: IsLong | null) {
  const ref = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isFolded = isLong && !isOpen;
  useLayoutEffect(() => {
    const text = ref.current?.firstElementChild;
    if (!isTooLong || isOpen || !text || typeof ResizeObserver === 'undefined') return undefined;
    return followHeight(text, (height) => setLong(isTooLong(height, text)));
  }, [isTooLong, isOpen]);
  useLayoutEffect(() => {
    return isFolded && ref.current ? followCut(ref.current) : undefined;
  }, [isFolded]);
  return { ref, isLong, isFolded, toggle: useCallback(() => setOpen((before) => !before), []) };
}
