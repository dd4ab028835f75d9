import { BadgeCheck, Ban, ShieldCheck } from 'lucide';
import { paths } from '#lib/paths.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { PROFILE_ROLES } from '#lib/schemas/profile.ts';
import type { ProfileView } from '#lib/stores/profile/player-profile.ts';
import { Badge } from '../ui/Badge.tsx';
import { ClanTag } from '../ui/ClanTag.tsx';
import { RankIcon } from '../ui/RankIcon.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import styles from './ProfileHeader.module.css';

type SignsProps = Pick<ProfileView, 'badges' | 'showsBan'>;

/** Signs of a role or a ban: icon and name; where there is no room, the name is a tooltip. */
function Signs({ badges, showsBan }: SignsProps) {
  if (badges.length === 0 && !showsBan) return null;
  return (
    <ul className={styles.badges} aria-label={showsBan ? 'Roles and bans' : 'Roles'}>
      {badges.map(({ id, name }) => {
        const icon = id === PROFILE_ROLES.administrator ? ShieldCheck : BadgeCheck;
        return (
          <li key={id}>
            <Tooltip tip={name} label={name}>
              <Badge tone="accent" icon={icon}>
                <span className={styles.badgeName}>{name}</span>
              </Badge>
            </Tooltip>
          </li>
        );
      })}
      {showsBan && (
        <li>
          <Badge tone="negative" icon={Ban}>
            Banned
          </Badge>
        </li>
      )}
    </ul>
  );
}

function Clan({ membership }: { membership: PlayerProfile['clan'] }) {
  const clan = membership?.clanInfo;
  if (!clan) return <span className={styles.clanName}>No clan</span>;
  return (
    <>
      <RankIcon rank={membership?.clanMemberRole ?? 0} />
      <ClanTag className={styles.tag} tag={clan.tag} leagueColor={clan.leagueColor} href={paths.clan(clan)} />
      <span className={styles.clanRoom}>
        <bdi translate="no" className={styles.clanName}>
          {clan.name}
        </bdi>
      </span>
    </>
  );
}

/** Clan and rank of a player, and signs of roles and a ban. Also drawn without a clan, because signs may appear later. */
export function ClanLine({ membership, ...signs }: SignsProps & { membership: PlayerProfile['clan'] }) {
  return (
    <div className={styles.clan}>
      <Clan membership={membership} />
      <Signs {...signs} />
    </div>
  );
}
