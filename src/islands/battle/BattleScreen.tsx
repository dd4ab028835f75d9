import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { paths } from '#lib/paths.ts';
import { $hasCompanion } from '#lib/stores/battle/companion.ts';
import { $session, loadSession } from '#lib/stores/session/session.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';
import { BattleFile, Watch } from './BattleFile.tsx';
import { BattleNow, type BattleProps } from './BattleNow.tsx';

/** The battle, and its file or folder; a sentence for visitors. */
export function BattleScreen(props: BattleProps) {
  const { status } = useStore($session);
  const hasCompanion = useStore($hasCompanion);
  useEffect(() => void loadSession(), []);
  if (status === 'signed-out')
    return (
      <EmptyState
        title="Sign in to see who is in your battle."
        action={
          <ButtonLink variant="primary" href={paths.login(paths.battle)}>
            Sign in
          </ButtonLink>
        }
      />
    );
  if (status === 'loading') return <Loading visible />;
  if (hasCompanion === false) return <EmptyState title="Players can’t be looked up by their names here." />;
  return (
    <>
      <Watch />
      <BattleNow {...props} />
      <BattleFile />
    </>
  );
}
