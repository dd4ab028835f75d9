import { useStore } from '@nanostores/react';
import { $hasCompanion } from '#lib/stores/battle/companion.ts';
import { Guarded } from '../frame/Guarded.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';
import { BattleFile, Watch } from './BattleFile.tsx';
import { BattleNow, type BattleProps } from './BattleNow.tsx';

function Screen(props: BattleProps) {
  const hasCompanion = useStore($hasCompanion);
  if (hasCompanion === false) return <EmptyState title="Players can’t be looked up by their names here." />;
  return (
    <>
      <Watch />
      <BattleNow {...props} />
      <BattleFile />
    </>
  );
}

/** The battle, and its file or folder, for signed-in players. */
export const BattleScreen = (props: BattleProps) => (
  <Guarded route="battle" waiting={<Loading visible />}>
    <Screen {...props} />
  </Guarded>
);
