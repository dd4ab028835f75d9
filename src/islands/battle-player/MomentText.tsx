import { useEffect, useRef } from 'react';
import type { Playback } from './playback.ts';

interface MomentTextProps {
  playback: Playback;
  text: (time: number) => string;
}

/** A text that follows the battle. It is written without React, which would cost more than the rest of its frame. */
export function MomentText({ playback, text }: MomentTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      playback.follow((time) => {
        const node = element.current?.firstChild;
        const next = text(time);
        if (node && node.nodeValue !== next) node.nodeValue = next;
      }),
    [playback, text],
  );
  return <span ref={element}>{text(playback.time())}</span>;
}
