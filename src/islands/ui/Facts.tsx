import { ExternalLink } from 'lucide';
import type { ReactNode } from 'react';
import styles from './Facts.module.css';
import { Icon } from './Icon.tsx';

/** One fact: a name and a value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  );
}

/** Facts about a player or a clan; the last one links to its page on the region's statistics site. */
export function Facts({ statisticsUrl, children }: { statisticsUrl: string; children: ReactNode }) {
  return (
    <dl className={styles.facts}>
      {children}
      <Fact name="Statistics">
        <a href={statisticsUrl} rel="noopener external" target="_blank" className={styles.external}>
          {new URL(statisticsUrl).host}
          <Icon node={ExternalLink} />
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      </Fact>
    </dl>
  );
}
