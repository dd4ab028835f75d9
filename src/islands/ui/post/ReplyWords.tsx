import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Words } from '../Words.tsx';
import styles from './Reply.module.css';
import { isLongReply, useFold } from './use-fold.ts';

/** The words of a reply, of which long ones show twelve lines until "Show all" (Rule 31.3). */
export function ReplyWords({ children }: { children: ReactNode }) {
  const { ref, isLong, isFolded, toggle } = useFold(isLongReply);
  return (
    <>
      <div ref={ref} className={styles.words} data-folded={isFolded || undefined}>
        <Words>{children}</Words>
      </div>
      {isLong && (
        <div>
          <Button size="sm" variant="ghost" aria-expanded={!isFolded} onClick={toggle}>
            {isFolded ? 'Show all' : 'Show less'}
          </Button>
        </div>
      )}
    </>
  );
}
