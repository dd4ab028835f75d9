import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { OUTCOME_SENTENCES } from '#lib/domain/reports.ts';
import { ownReport } from '#lib/stores/posts/report.ts';
import { Alert } from '../ui/Alert.tsx';

/** The outcome of the viewer's own report of the post (Rule 28.15). Nothing without one. */
export function OwnReport({ postId }: { postId: string }) {
  const $report = useMemo(() => ownReport(postId), [postId]);
  const report = useStore($report);
  if (report === null) return null;
  const { outcome, sentence } = report;
  return (
    <Alert>
      {OUTCOME_SENTENCES[outcome]} {sentence && <q>{sentence}</q>}
    </Alert>
  );
}
