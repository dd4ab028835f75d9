import { useStore } from '@nanostores/react';
import { $hasCompanion } from '#lib/stores/lineup/companion.ts';
import { Guarded } from '../frame/Guarded.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';
import { CurrentLineup, type LineupProps } from './CurrentLineup.tsx';
import { LineupSource, Watch } from './LineupSource.tsx';

function Screen(props: LineupProps) {
  const hasCompanion = useStore($hasCompanion);
  if (hasCompanion === false) return <EmptyState title="Players can’t be looked up by their names here." />;
  return (
    <>
      <Watch />
      <CurrentLineup {...props} />
      <LineupSource />
    </>
  );
}

/** The battle, and its file or folder, for signed-in players. */
export const LineupScreen = (props: LineupProps) => (
  <Guarded route="battle" waiting={<Loading visible />}>
    <Screen {...props} />
  </Guarded>
);
