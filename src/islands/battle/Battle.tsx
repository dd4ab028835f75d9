import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { paths } from '#lib/paths.ts';
import { $hasCompanion } from '#lib/stores/battle/companion.ts';
import { $session, loadSession } from '#lib/stores/session/session.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';
import type { BattleProps } from './BattleScreen.tsx';

/** Its code loads for signed-in players alone, and other pages share none of it. */
const BattleScreen = lazyPart(
  'the battle',
  async () => (await import('./BattleScreen.tsx')).BattleScreen,
  <Loading visible />,
);

function Screen(props: BattleProps) {
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
  return <BattleScreen {...props} />;
}

/** Who is in the viewer's battle, for whoever has the game's file of it. */
export function Battle(props: BattleProps) {
  return (
    <ErrorBoundary name="the battle">
      <PageHeader title={`Who is in my battle · ${props.region}`}>
        The captains around you, and how others rate them.
      </PageHeader>
      <div className="stack screen">
        <Screen {...props} />
      </div>
    </ErrorBoundary>
  );
}
