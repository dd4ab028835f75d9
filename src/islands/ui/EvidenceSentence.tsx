import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide';
import type { ReactNode } from 'react';
import type { EvidenceSentence as Sentence } from '#lib/domain/evidence.ts';
import styles from './EvidenceSentence.module.css';
import { cx } from './helpers/cx.ts';
import { Icon } from './Icon.tsx';

const ICONS = { shown: CircleCheck, 'not-shown': TriangleAlert, unknown: CircleHelp } as const;

interface EvidenceSentenceProps {
  evidence: Sentence;
  /** Text after the sentence. */
  children?: ReactNode;
}

/** Whether a replay shows a post's author and the player it is about. */
export function EvidenceSentence({ evidence: { shown, sentence }, children }: EvidenceSentenceProps) {
  return (
    <p className={cx(styles.evidence, styles[shown])}>
      <Icon node={ICONS[shown]} />
      <span>
        <bdi>{sentence}</bdi>
        {children}
      </span>
    </p>
  );
}
