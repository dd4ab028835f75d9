import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { POST_KEYS } from './post-keys.ts';

const ShortcutsDialog = lazyPart(
  'the list of shortcuts',
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
);

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
    <>
      <span ref={ref} data-shortcuts="" hidden />
      {isOpen && <ShortcutsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
