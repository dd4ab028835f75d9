import { useStore } from '@nanostores/react';
import { $recentKarmas, $recentRibbons } from '#lib/stores/search/recent-players.ts';
import { Reputation } from '../ui/Reputation.tsx';

/** Karma and ribbon of a player who was visited. */
export function RecentReputation({ id }: { id: number }) {
  return <Reputation karma={useStore($recentKarmas)[id]} ribbon={useStore($recentRibbons)[id]} />;
}
