import type { ReactNode } from 'react';
import { ButtonLink } from '../Button.tsx';
import { usePageTitle } from '../hooks/use-page-title.ts';
import { useNoindex } from '../hooks/use-search-engines.ts';
import { EmptyState } from './EmptyState.tsx';
import styles from './State.module.css';

interface NotFoundProps {
  /** The page's heading, for screen readers, and its name in the browser tab. */
  heading: string;
  /** The screen's message instead of the general one (Rule 2.10). */
  sentence: ReactNode;
  /** Address of the link below the message. */
  href: string;
  action: string;
  children: ReactNode;
}

/** Shown by a screen whose address does not exist. */
export function NotFound({ heading, sentence, href, action, children }: NotFoundProps) {
  usePageTitle(heading);
  useNoindex();
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
