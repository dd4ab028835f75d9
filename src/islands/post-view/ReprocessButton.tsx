import { useStore } from '@nanostores/react';
import { RefreshCw } from 'lucide';
import { $reprocessing, reprocess } from '#lib/stores/posts/reprocess.ts';
import { Refusal } from '../post-editor/Refusal.tsx';
import { Button } from '../ui/Button.tsx';

/** A button to have the replay processed again. */
export function ReprocessButton({ replayId }: { replayId: string }) {
  const request = useStore($reprocessing);
  return (
    <>
      <Button
        size="sm"
        icon={RefreshCw}
        busy={request.state === 'sending'}
        onClick={() => reprocess(replayId)}
      >
        Reprocess replay
      </Button>
      <Refusal of={request} title="Couldn’t reprocess the replay." />
    </>
  );
}
