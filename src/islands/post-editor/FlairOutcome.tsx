import { useStore } from '@nanostores/react';
import { netFlair } from '#lib/domain/flairs.ts';
import { NEGATIVE_KARMA_THRESHOLD } from '#lib/domain/karma.ts';
import { formatKarma } from '#lib/domain/numbers.ts';
import type { Parties } from '#lib/domain/roster.ts';
import type { FormFlairs } from '#lib/schemas/forms/post-form.ts';
import type { Post } from '#lib/schemas/post.ts';
import { $canGiveNegative } from '#lib/stores/posts/post-editor.ts';
import styles from './PostFields.module.css';
import { useIsHeld, useIsHeldEdited } from './use-held.ts';

interface OutcomeProps {
  flairs: FormFlairs;
  about: string;
  /** Whether the post can lower karma. For existing posts the API knows, and does not say; nearly all can. */
  canLower?: boolean;
  /** Whether it does not count until a moderator keeps it. */
  isHeld?: boolean | undefined;
}

/** The flairs' effect on the player's karma, in words. Screen readers get each change. */
export function FlairOutcome({ flairs, about, canLower = true, isHeld = false }: OutcomeProps) {
  const sign = Math.sign(netFlair(flairs));
  const isWithoutEffect = sign < 0 && !canLower;
  return (
    <p className={styles.outcome} role="status">
      <bdi translate="no">{about}</bdi>:{' '}
      {sign === 0 || isWithoutEffect || isHeld ? (
        <strong>no change in karma</strong>
      ) : (
        <strong className={sign > 0 ? 'positive' : 'negative'}>{`${formatKarma(sign)} karma`}</strong>
      )}
      {isHeld && sign !== 0 && !isWithoutEffect && ' until a moderator keeps the post'}
      {isWithoutEffect && `, because your own is ${formatKarma(NEGATIVE_KARMA_THRESHOLD)} or lower`}
    </p>
  );
}

interface NewPostProps {
  flairs: FormFlairs;
  /** The player whom the post is about. */
  about: Parties['player'];
  replay: File | null;
}

/** For a post that the viewer is writing: their own karma and the replay decide. */
export function NewPostOutcome({ flairs, about, replay }: NewPostProps) {
  const canLower = useStore($canGiveNegative);
  const isHeld = useIsHeld(about, replay, flairs);
  return <FlairOutcome flairs={flairs} about={about.username} canLower={canLower} isHeld={isHeld} />;
}

/** For a post that its author edits. */
export function EditOutcome({ flairs, post }: { flairs: FormFlairs; post: Post }) {
  const isHeld = useIsHeldEdited(post, flairs);
  return <FlairOutcome flairs={flairs} about={post.player.username} isHeld={isHeld} />;
}
