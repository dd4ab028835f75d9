import { type RefObject, useEffect, useState } from 'react';

/**
 * Shows an element on the full screen. On phones that allow this only for videos, `expanded` makes it fill the window
 * instead.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [full, setFull] = useState(false);
  const [expanded, setExpanded] = useState(false);
  useEffect(() => {
    const update = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, [element]);
  useEffect(() => {
    if (!expanded) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setExpanded(false);
    };
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = 'hidden';
    document.addEventListener('keydown', leave);
    return () => {
      document.documentElement.style.overflow = overflow;
      document.removeEventListener('keydown', leave);
    };
  }, [expanded]);
  const toggle = () => {
    if (full) void document.exitFullscreen();
    else if (expanded || !document.fullscreenEnabled) setExpanded(!expanded);
    else element.current?.requestFullscreen().catch(() => setExpanded(true));
  };
  return { full: full || expanded, expanded, toggle };
}
