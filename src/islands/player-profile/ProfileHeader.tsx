import { BadgeCheck, EyeOff, ShieldCheck } from 'lucide';
import type { RoleBadge, VisibleKarma, VisibleRatings } from '#lib/domain/profile.ts';
import { paths } from '#lib/paths.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { PROFILE_ROLES } from '#lib/schemas/profile.ts';
import { Badge } from '../ui/Badge.tsx';
import { ClanTag } from '../ui/ClanTag.tsx';
import { DataAge } from '../ui/DataAge.tsx';
import { Fact, Facts } from '../ui/Facts.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import panel from '../ui/IdentityPanel.module.css';
import { Karma } from '../ui/Karma.tsx';
import { RankIcon } from '../ui/RankIcon.tsx';
import { Time } from '../ui/Time.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import styles from './ProfileHeader.module.css';
import { ProfileRibbon } from './ProfileRibbon.tsx';

interface ProfileHeaderProps {
  player: PlayerProfile;
  karma: VisibleKarma;
  ratings: VisibleRatings;
  badges: readonly RoleBadge[];
  statisticsUrl: string;
}

/** Role badges: icon and name; on narrow screens the name is a tooltip. */
function Badges({ badges }: { badges: readonly RoleBadge[] }) {
  if (badges.length === 0) return null;
  return (
    <ul className={styles.badges} aria-label="Roles">
      {badges.map(({ id, name }) => {
        const icon = id === PROFILE_ROLES.administrator ? ShieldCheck : BadgeCheck;
        return (
          <li key={id}>
            <Tooltip tip={name} label={name}>
              <Badge tone="accent" icon={<Icon node={icon} />}>
                <span className={styles.badgeName}>{name}</span>
              </Badge>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}

/** The player's clan and rank. Also drawn without a clan, because badges may appear on the line later. */
function ClanLine({ membership }: { membership: PlayerProfile['clan'] }) {
  const clan = membership?.clanInfo;
  if (!clan) return <span className={styles.clanName}>No clan</span>;
  return (
    <>
      <RankIcon rank={membership?.clanMemberRole ?? 0} />
      <ClanTag className={styles.tag} tag={clan.tag} leagueColor={clan.leagueColor} href={paths.clan(clan)} />
      <bdi className={styles.clanName}>{clan.name}</bdi>
    </>
  );
}

function Tile({ label, value }: { label: string; value: number | null }) {
  return (
    <div className={styles.tile}>
      <dt>{label}</dt>
      <dd>
        <Karma value={value} />
      </dd>
    </div>
  );
}

/** The player's name, clan, roles, karma and account facts. */
export function ProfileHeader({ player, karma, ratings, badges, statisticsUrl }: ProfileHeaderProps) {
  return (
    <section className={panel.panel} aria-labelledby="player-name">
      <header className={cx(panel.head, styles.head)}>
        <div className={panel.identity}>
          <div className={styles.clan}>
            <ClanLine membership={player.clan} />
            <Badges badges={badges} />
          </div>
          <h1 id="player-name" className={cx(panel.name, styles.name)} dir="auto">
            {player.username}
          </h1>
        </div>
        <p className={panel.total}>
          <span className={panel.label}>Total Karma</span>
          <Karma value={karma.total} size="lg" />
        </p>
      </header>
      {player.wgHidden && (
        <p className={styles.hidden}>
          <Icon node={EyeOff} />
          Player Details Hidden
        </p>
      )}
      <dl className={styles.tiles}>
        <Tile label="In-Game Karma" value={karma.gameKarma} />
        <Tile label="Platform Karma" value={karma.siteKarma} />
        <Tile label="Performance" value={ratings.performance} />
        <Tile label="Teamplay" value={ratings.teamplay} />
        <Tile label="Courtesy" value={ratings.courtesy} />
      </dl>
      {player.ribbon && <ProfileRibbon posts={player.ribbon} />}
      <Facts statisticsUrl={statisticsUrl}>
        <Fact name="Account ID">{player.id}</Fact>
        <Fact name="Created">
          <Time value={player.wgAccountCreatedAt} />
        </Fact>
        <Fact name="Last battle">
          <Time value={player.lastBattleTime} />
        </Fact>
      </Facts>
      <DataAge {...player} />
    </section>
  );
}
