import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { outcomeSentence } from '#lib/domain/reports.ts';
import { ownReport } from '#lib/stores/posts/report.ts';
import { Alert } from '../ui/Alert.tsx';
import { WhyLink } from '../ui/WhyLink.tsx';

/** The outcome of the viewer's own report of the post, or of its reply (Rule 28.15). Nothing without one. */
export function OwnReport({ postId, ofReply = false }: { postId: string; ofReply?: boolean }) {
  const $report = useMemo(() => ownReport(postId, ofReply), [postId, ofReply]);
  const report = useStore($report);
  if (report === null) return null;
  const { outcome, sentence, decisionId } = report;
  return (
    <Alert>
      {outcomeSentence(outcome, ofReply)} {sentence && <q>{sentence}</q>}
      <WhyLink id={decisionId} />
    </Alert>
  );
}
