import { useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';

const ShortcutsDialog = lazyPart(
  'the list of shortcuts',
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
);

const posts = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main ol article')];

/** The post that has the focus. */
const currentPost = (): HTMLElement | null | undefined =>
  document.activeElement?.closest<HTMLElement>('main ol article');

/** A post that is at least this far in the window counts as its first one. */
const IN_WINDOW = 0.25;

function move(step: 1 | -1): void {
  const all = posts();
  const current = currentPost();
  const place = current
    ? all.indexOf(current) + step
    : all.findIndex((post) => post.getBoundingClientRect().bottom > innerHeight * IN_WINDOW);
  const next = all[place];
  if (!next) return;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'start' });
}

/**
 * The actions of the keys other than `/` and `?`, in lists of posts and on profiles. They work on the page's elements, so that no
 * screen has to know them.
 */
const POST_KEYS: Readonly<Record<string, () => void>> = {
  j: () => move(1),
  k: () => move(-1),
  o: () => currentPost()?.querySelector<HTMLElement>('a[href^="/posts/"]')?.click(),
  c: () => document.querySelector<HTMLElement>('[data-shortcut="c"]')?.click(),
};

/** Does what shortcuts say. The frame's script recognises them and loads this island with the first one. */
export function Shortcuts() {
  const ref = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const island = ref.current;
    const run = () => {
      const key = island?.dataset.shortcuts ?? '';
      if (key === '?') setOpen(true);
      else POST_KEYS[key]?.();
    };
    run();
    island?.addEventListener('shortcut', run);
    return () => island?.removeEventListener('shortcut', run);
  }, []);
  return (
    <ErrorBoundary name="the shortcuts">
      <span ref={ref} data-shortcuts="" hidden />
      {isOpen && <ShortcutsDialog onClose={() => setOpen(false)} />}
    </ErrorBoundary>
  );
}
