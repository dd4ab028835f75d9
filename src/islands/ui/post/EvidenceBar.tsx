import { Map as MapIcon } from 'lucide';
import type { ReactNode } from 'react';
import { isUnchecked as hasUnchecked } from '#lib/domain/advice/badges.ts';
import { mapName, modeName } from '#lib/domain/battle-names.ts';
import { formatDateTime } from '#lib/domain/dates.ts';
import { evidenceOf, type Shown, sentenceOfEvidence } from '#lib/domain/evidence.ts';
import { resultSentence, rosterOf } from '#lib/domain/roster.ts';
import type { Post, PostParty } from '#lib/schemas/post.ts';
import type { ReplayPlayer, ShownReplay } from '#lib/schemas/replay.ts';
import { EvidenceSentence } from '../EvidenceSentence.tsx';
import { Icon } from '../Icon.tsx';
import { ShipLabel } from '../ShipLabel.tsx';
import styles from './EvidenceBar.module.css';

type Ship = Pick<ReplayPlayer, 'shipParamsId' | 'shipName'>;

const WITHOUT_SHIP: Readonly<Record<Shown, string>> = {
  shown: 'spectator',
  'not-shown': 'not shown',
  unknown: 'not found',
  newer: 'not found',
  unread: 'not found',
};

const NOT_CHECKED = <span className={styles.unchecked}>not checked</span>;

interface SailorProps {
  party: PostParty;
  ship: Ship | null | undefined;
  /** Null while the replay loads. */
  shown: Shown | null;
  isUnchecked: boolean;
}

function Sailor({ party, ship, shown, isUnchecked }: SailorProps) {
  return (
    <span className={styles.sailor}>
      <bdi translate="no" className={styles.name}>
        {party.username}
      </bdi>
      {ship ? (
        <>
          <ShipLabel ship={ship.shipParamsId} name={ship.shipName} className={styles.ship} />
          {isUnchecked && NOT_CHECKED}
        </>
      ) : (
        <span className="soft">{shown && WITHOUT_SHIP[shown]}</span>
      )}
    </span>
  );
}

/** Facts in a line, separated by dots; unknown facts are left out. */
function Facts({ facts }: { facts: readonly ReactNode[] }) {
  return (
    <span className={styles.facts}>
      {facts
        .filter((fact) => fact !== null)
        .map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts never move
          <span key={index}>{fact}</span>
        ))}
    </span>
  );
}

interface EvidenceBarProps {
  post: Post;
  /** Undefined while it loads, and when it could not be loaded. */
  replay: ShownReplay | undefined;
}

/** The battle of the post at a glance, and whether its replay shows author and player (Rule 25.54). */
export function EvidenceBar({ post, replay }: EvidenceBarProps) {
  const { author, player, battle } = post;
  const facts = replay?.facts ?? null;
  const players = replay?.players ?? [];
  const roster = rosterOf(players, post);
  const map = facts?.map ?? battle?.map ?? null;
  const playedAt = facts?.playedAt ?? battle?.playedAt ?? null;
  const evidence = replay?.players ? evidenceOf({ players, facts }, post) : null;
  const sentence =
    evidence && sentenceOfEvidence(evidence, { author: author.username, player: player.username });
  const isUnchecked = sentence ? sentence.shown === 'unknown' : hasUnchecked(post.advice);
  return (
    <section className={styles.bar} aria-label="Battle">
      <p className={styles.row}>
        <Facts
          facts={[
            <strong key="map">
              <Icon node={MapIcon} />{' '}
              <span translate="no">{map === null ? 'Unknown map' : mapName(map)}</span>
              {map !== null && isUnchecked && NOT_CHECKED}
            </strong>,
            facts?.mode ? modeName(facts.mode) : null,
          ]}
        />
        <Facts facts={[playedAt && formatDateTime(playedAt), facts && resultSentence(roster, facts)]} />
      </p>
      <p className={styles.row}>
        {(['author', 'player'] as const).map((part) => (
          <Sailor
            key={part}
            party={post[part]}
            ship={roster[part] ?? battle?.[part]}
            shown={evidence?.[part] ?? null}
            isUnchecked={isUnchecked}
          />
        ))}
      </p>
      <div className={styles.sentence}>{sentence && <EvidenceSentence evidence={sentence} />}</div>
    </section>
  );
}
