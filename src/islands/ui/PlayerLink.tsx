import { paths } from '#lib/paths.ts';

/** A player as texts name one. */
export interface NamedPlayer {
  id: number;
  username: string;
}

/** The name of a player, with a link to the profile. */
export function PlayerLink({ player }: { player: NamedPlayer }) {
  return (
    <a href={paths.player(player)} dir="auto" translate="no">
      {player.username}
    </a>
  );
}

/** The name of a player in a sentence about what will happen. */
export function StrongName({ of }: { of: Pick<NamedPlayer, 'username'> }) {
  return (
    <strong dir="auto" translate="no">
      {of.username}
    </strong>
  );
}
