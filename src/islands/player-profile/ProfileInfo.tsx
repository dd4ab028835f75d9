import type { PlayerProfile } from '#lib/schemas/player.ts';
import { Fact, Facts } from '../ui/Facts.tsx';
import { Time } from '../ui/Time.tsx';

/** The account in plain facts, with the player's page on the region's statistics site. */
export function ProfileInfo({ player, statisticsUrl }: { player: PlayerProfile; statisticsUrl: string }) {
  return (
    <Facts statisticsUrl={statisticsUrl}>
      <Fact name="Account ID">{player.id}</Fact>
      <Fact name="Created">
        <Time value={player.wgAccountCreatedAt} />
      </Fact>
      <Fact name="Last battle">
        <Time value={player.lastBattleTime} />
      </Fact>
    </Facts>
  );
}
