import { ChevronDown, EyeOff, UserX } from 'lucide';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatDay } from '#lib/domain/dates.ts';
import { isConcealed, playerEmblem } from '#lib/domain/emblems.ts';
import { formatNumber } from '#lib/domain/numbers.ts';
import { POSTING_SENTENCES } from '#lib/domain/posting.ts';
import { runtime } from '#lib/runtime.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { hasHistoryPlace } from '#lib/stores/profile/history-place.ts';
import type { ProfileView } from '#lib/stores/profile/player-profile.ts';
import { DataAge } from '../ui/DataAge.tsx';
import { Emblem } from '../ui/Emblem.tsx';
import { Fact, Facts } from '../ui/Facts.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { useNextFrame } from '../ui/hooks/smooth-drawing.ts';
import { useCode } from '../ui/hooks/use-code.ts';
import { Icon } from '../ui/Icon.tsx';
import panel from '../ui/IdentityPanel.module.css';
import { Karma } from '../ui/Karma.tsx';
import { Time } from '../ui/Time.tsx';
import { ClanLine } from './ClanLine.tsx';
import styles from './ProfileHeader.module.css';
import { ProfileRibbon, RibbonSummary } from './ProfileRibbon.tsx';
import { RatingBars } from './RatingBars.tsx';

const chart = { load: async () => (await import('./KarmaChart.tsx')).KarmaChart };

type ProfileHeaderProps = Omit<ProfileView, 'isHidden'> & {
  /** A button that copies the profile as a picture. */
  picture?: ReactNode;
};

/** The large emblem next to the name. `early-content.ts` fills in the outline's, which has no flags. */
export function ProfileEmblem(props: Pick<ComponentProps<typeof Emblem>, 'flags' | 'clan'>) {
  return <Emblem {...props} className={styles.emblem} />;
}

/** The heading of the page. `early-content.ts` writes the name into the outline's, and the total into the blank one. */
export function PlayerName({ children }: { children: ReactNode }) {
  return (
    <h1 id="player-name" className={cx(panel.name, styles.name)} dir="auto" translate="no">
      {children}
    </h1>
  );
}

/** The largest figure of the page; `blank` keeps its place. */
export function TotalKarma({ value, blank }: { value: number | null; blank?: boolean }) {
  return (
    <p className={styles.total}>
      <span className={styles.label}>Total Karma</span>
      <span className={cx(styles.figure, value === null && styles.unknown)} data-blank={blank}>
        <Karma value={value} blank={blank} />
      </span>
    </p>
  );
}

/** Why numbers are missing. */
function Note({ icon, children }: { icon: typeof EyeOff; children: ReactNode }) {
  return (
    <p className={styles.note}>
      <Icon node={icon} />
      {children}
    </p>
  );
}

function Part({ label, value }: { label: string; value: number | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Karma value={value} />
      </dd>
    </div>
  );
}

/** How many posts the player received and sent. */
function Counts({ counts }: { counts: PlayerProfile['postCounts'] }) {
  if (!counts) return null;
  return (
    <p className={cx('soft tabular', styles.counts)}>
      {counts.received !== null && <span>Received {formatNumber(counts.received)} · </span>}
      Sent {formatNumber(counts.sent)}
    </p>
  );
}

/** The karma over time. Its place is kept; without its code the place stays empty. */
function History({ shown }: { shown: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const [isDue, setDue] = useState(false);
  // Phones hide it at first: what they show loads before.
  useEffect(() => (place.current?.offsetParent ? setDue(true) : runtime.afterLoad(() => setDue(true))), []);
  const { loaded: Chart } = useCode(chart, shown || isDue);
  return (
    <div ref={place} className={cx(styles.history, shown && styles.shown)}>
      {Chart && <Chart />}
    </div>
  );
}

/** The player's name, clan, signs, karma, ratings and account facts. On phones a button shows the chart and the facts. */
export function ProfileHeader({
  player,
  karma,
  ratings,
  statisticsUrl,
  picture,
  ...signs
}: ProfileHeaderProps) {
  const [isOpen, setOpen] = useState(false);
  const showsFacts = useNextFrame(isOpen);
  return (
    <section className={panel.panel} aria-labelledby="player-name">
      <header className={cx(panel.head, styles.head)}>
        <ProfileEmblem flags={playerEmblem(player.id, isConcealed(player))} clan={player.clan?.clanInfo} />
        <ClanLine membership={player.clan} {...signs} />
        <PlayerName>{player.username}</PlayerName>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label="Account details"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon node={ChevronDown} />
        </button>
      </header>
      {player.wgHidden && <Note icon={EyeOff}>Player Details Hidden</Note>}
      {player.optedOut && <Note icon={UserX}>{POSTING_SENTENCES['player-opted-out']}</Note>}
      <div className={styles.numbers}>
        <div className={styles.karma}>
          <TotalKarma value={karma.total} />
          <dl className={styles.parts}>
            <Part label="In-Game Karma" value={karma.gameKarma} />
            <Part label="Platform Karma" value={karma.siteKarma} />
          </dl>
          {player.ribbon && <RibbonSummary posts={player.ribbon} />}
        </div>
        {player.ribbon && <ProfileRibbon posts={player.ribbon} />}
        {hasHistoryPlace(player) && <History shown={showsFacts} />}
        <Counts counts={player.postCounts} />
        <RatingBars ratings={ratings} counts={player.ratingCounts} />
      </div>
      <div className={cx(styles.facts, showsFacts && styles.shown)}>
        <Facts statisticsUrl={statisticsUrl}>
          <Fact name="Account ID">{player.id}</Fact>
          <Fact name="Created">
            <Time value={player.wgAccountCreatedAt} format={formatDay} />
          </Fact>
          <Fact name="Last battle">
            <Time value={player.lastBattleTime} />
          </Fact>
          {picture && <Fact name="Picture">{picture}</Fact>}
        </Facts>
      </div>
      <DataAge {...player} />
    </section>
  );
}
