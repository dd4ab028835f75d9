import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** A text of up to so many lines is shown whole; a longer one is cut after 4 (`.folded` in PostCard.module.css). */
const LINES_MAX = 6;
/** In lines: the gap between two paragraphs. */
const TOLERANCE = 0.4;

const measures = new WeakMap<Element, (height: number) => void>();
let observer: ResizeObserver | undefined;

/**
 * Calls `measure` with the element's height now, before the browser draws it, and whenever that changes. A card that the browser
 * does not lay out yet (`content-visibility`) is measured when it does: reading its height would lay it out for nothing.
 */
function followHeight(element: Element, measure: (height: number) => void): () => void {
  observer ??= new ResizeObserver((entries) => {
    flushSync(() => {
      for (const { target, contentRect } of entries) measures.get(target)?.(contentRect.height);
    });
  });
  if (element.checkVisibility({ contentVisibilityAuto: true }))
    measure(element.getBoundingClientRect().height);
  measures.set(element, measure);
  observer.observe(element);
  return () => observer?.unobserve(element);
}

/** Blocks of the text, and what can have the focus in them. */
const PARTS = ':scope > * > *, a, button, [tabindex]';

/** Makes what begins below the cut inert, also when more is drawn there. Returns a function that reverts it. */
function disableBelow(text: HTMLElement): () => void {
  const parts = () => text.querySelectorAll<HTMLElement>(PARTS);
  const disable = () => {
    const { bottom } = text.getBoundingClientRect();
    for (const part of parts()) part.inert = part.getBoundingClientRect().top >= bottom - 1;
  };
  disable();
  const changes = new MutationObserver(disable);
  changes.observe(text, { childList: true, subtree: true });
  return () => {
    changes.disconnect();
    for (const part of parts()) part.inert = false;
  };
}

interface Fold {
  /** For the element that is cut; its only child is the text. */
  ref: RefObject<HTMLDivElement | null>;
  isLong: boolean;
  isFolded: boolean;
  toggle: () => void;
}

/** Folds a text that shows more than six lines, unless it is not `enabled`. */
export function useFold(enabled: boolean): Fold {
  const ref = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isFolded = isLong && !isOpen;
  useLayoutEffect(() => {
    const text = ref.current?.firstElementChild;
    if (!enabled || !text || typeof ResizeObserver === 'undefined') return undefined;
    return followHeight(text, (height) =>
      setLong(height > (LINES_MAX + TOLERANCE) * Number.parseFloat(getComputedStyle(text).lineHeight)),
    );
  }, [enabled]);
  useLayoutEffect(() => {
    return isFolded && ref.current ? disableBelow(ref.current) : undefined;
  }, [isFolded]);
  return { ref, isLong, isFolded, toggle: useCallback(() => setOpen((before) => !before), []) };
}
