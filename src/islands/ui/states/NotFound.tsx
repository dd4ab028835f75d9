import type { ReactNode } from 'react';
import { ButtonLink } from '../Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import styles from './State.module.css';

interface NotFoundProps {
  /** The page's heading, for those who do not see the drawing. */
  heading: string;
  /** The screen's own sentence in place of the general one (Rule 2.10). */
  sentence: string;
  /** Where to go from here. */
  href: string;
  action: string;
  children: ReactNode;
}

/** What a screen shows when its address leads to nothing. */
export function NotFound({ heading, sentence, href, action, children }: NotFoundProps) {
  return (
    <>
      <h1 className="visually-hidden">{heading}</h1>
      <EmptyState
        title={
          <>
            <span className={styles.code} aria-hidden="true">
              404
            </span>
            {sentence}
          </>
        }
        action={
          <ButtonLink variant="primary" href={href}>
            {action}
          </ButtonLink>
        }
      >
        {children}
      </EmptyState>
    </>
  );
}
