import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide';
import type { ReactNode } from 'react';
import type { Verdict as VerdictOn } from '#lib/domain/evidence.ts';
import { cx } from './helpers/cx.ts';
import { Icon } from './Icon.tsx';
import styles from './Verdict.module.css';

const ICONS = { shown: CircleCheck, 'not-shown': TriangleAlert, unknown: CircleHelp } as const;

interface VerdictProps {
  verdict: VerdictOn;
  /** Text after the sentence. */
  children?: ReactNode;
}

/** Whether a replay shows a post's author and the player it is about. */
export function Verdict({ verdict: { shown, sentence }, children }: VerdictProps) {
  return (
    <p className={cx(styles.verdict, styles[shown])}>
      <Icon node={ICONS[shown]} />
      <span>
        <bdi>{sentence}</bdi>
        {children}
      </span>
    </p>
  );
}
