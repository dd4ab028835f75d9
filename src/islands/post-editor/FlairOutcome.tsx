import { useStore } from '@nanostores/react';
import { isEvidence } from '#lib/domain/advice/badges.ts';
import type { Parties } from '#lib/domain/battle.ts';
import { netFlair } from '#lib/domain/flairs.ts';
import { NEGATIVE_KARMA_THRESHOLD } from '#lib/domain/karma.ts';
import { formatKarma } from '#lib/domain/numbers.ts';
import type { FormFlairs } from '#lib/schemas/forms/post-form.ts';
import { $areHeld } from '#lib/stores/posts/advice-rules.ts';
import { $canGiveNegative } from '#lib/stores/posts/author.ts';
import styles from './PostFields.module.css';
import { useIsHeld } from './use-held.ts';

interface OutcomeProps {
  flairs: FormFlairs;
  about: string;
  /** Whether the post can lower karma. For existing posts the API knows, and does not say; nearly all can. */
  canLower?: boolean;
  /** Whether it does not count until a moderator keeps it. */
  isHeld?: boolean;
  /** Whether it may be held. Only staff learn which posts are still held. */
  mayBeHeld?: boolean | undefined;
}

/** The flairs' effect on the player's karma, in words. Screen readers get each change. */
function Outcome({ flairs, about, canLower = true, isHeld = false, mayBeHeld = false }: OutcomeProps) {
  const sign = Math.sign(netFlair(flairs));
  const isWithoutEffect = sign < 0 && !canLower;
  return (
    <p className={styles.outcome} role="status">
      <bdi>{about}</bdi>:{' '}
      {sign === 0 || isWithoutEffect || isHeld ? (
        <strong>no change in karma</strong>
      ) : (
        <strong className={sign > 0 ? 'positive' : 'negative'}>{formatKarma(sign)} karma</strong>
      )}
      {isHeld && sign !== 0 && !isWithoutEffect && ' until a moderator keeps the post'}
      {mayBeHeld && sign !== 0 && ' once a moderator has kept the post'}
      {isWithoutEffect && `, because your own is ${formatKarma(NEGATIVE_KARMA_THRESHOLD)} or lower`}
    </p>
  );
}

interface FlairOutcomeProps {
  flairs: FormFlairs;
  /** The player whom the post is about. */
  about: Parties['player'];
  /** The chosen replay of a new post, null without one; absent for an existing post. */
  replay: File | null | undefined;
  /** The advice about an existing post. */
  advice: readonly string[] | undefined;
}

/** The same for a post that the viewer is writing: their own karma and the replay decide. */
function NewPostOutcome({
  flairs,
  about,
  replay,
}: Omit<FlairOutcomeProps, 'advice'> & { replay: File | null }) {
  const canLower = useStore($canGiveNegative);
  const isHeld = useIsHeld(about, replay);
  return <Outcome flairs={flairs} about={about.username} canLower={canLower} isHeld={isHeld} />;
}

/** How the flairs of a new or an existing post change the player's karma. */
export function FlairOutcome({ flairs, about, replay, advice }: FlairOutcomeProps) {
  const areHeld = useStore($areHeld);
  if (replay !== undefined) return <NewPostOutcome flairs={flairs} about={about} replay={replay} />;
  return <Outcome flairs={flairs} about={about.username} mayBeHeld={areHeld && advice?.some(isEvidence)} />;
}
