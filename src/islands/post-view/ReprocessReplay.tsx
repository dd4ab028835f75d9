import { useStore } from '@nanostores/react';
import { RefreshCw } from 'lucide';
import { canMaintain } from '#lib/domain/permissions.ts';
import { $reprocessing, reprocess } from '#lib/stores/posts/reprocess.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';

/** A button for administrators to have the replay processed again. */
export function ReprocessReplay({ replayId }: { replayId: string }) {
  const viewer = useStore($viewer);
  const request = useStore($reprocessing);
  if (!canMaintain(viewer)) return null;
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
      {request.state === 'refused' && (
        <Alert tone="danger" title="Couldn’t reprocess the replay.">
          {request.message}
        </Alert>
      )}
    </>
  );
}
