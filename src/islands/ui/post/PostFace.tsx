import { ArrowRight } from 'lucide';
import type { ComponentProps, ReactNode } from 'react';
import type { PostFace as Face, FaceParty } from '#lib/domain/post-face.ts';
import { Card } from '../Card.tsx';
import { ClanTag } from '../ClanTag.tsx';
import { Emblem } from '../Emblem.tsx';
import { cx } from '../helpers/cx.ts';
import { Icon } from '../Icon.tsx';
import { FlairChips } from './FlairChips.tsx';
import styles from './PostCard.module.css';

/** A player with emblem and clan tag before the name; tag and name are linked. */
export function Party({ party }: { party: FaceParty }) {
  const { clan } = party;
  return (
    <span className={styles.party}>
      <Emblem flags={party.emblem} clan={clan} />
      {clan && <ClanTag tag={clan.tag} leagueColor={clan.leagueColor} href={clan.href} />}
      <a href={party.href} className={styles.name} dir="auto" translate="no">
        {party.name}
      </a>
    </span>
  );
}

/** Author and player of a post, as far as the face names them. */
function Parties({ author, player }: Pick<Face, 'author' | 'player'>) {
  return (
    <p className={styles.parties}>
      {author === null ? (
        <span className={styles.word}>About</span>
      ) : (
        <>
          <span className="visually-hidden">By </span>
          <Party party={author} />
        </>
      )}
      {player && (
        <span className={styles.party}>
          {author && (
            <>
              <Icon node={ArrowRight} className={styles.arrow} />
              <span className="visually-hidden"> about </span>
            </>
          )}
          <Party party={player} />
        </span>
      )}
    </p>
  );
}

interface PostFaceProps extends ComponentProps<'div'> {
  /** Whether its footer has a place for a picture. */
  'data-pictured'?: '' | undefined;
  face: Face;
  /** When it was written. */
  written: ReactNode;
  /** When it was edited, if it was. */
  edited?: ReactNode;
  /** Says that the post does not count yet, and why. */
  held?: ReactNode;
  /** The level of the title. */
  heading?: 'h1' | 'h2' | 'h3';
  /** Shown below the title: notes, text, footer. */
  children?: ReactNode;
}

/**
 * The outside of a post's card: names, dates, flairs and title, which comes first on the post's own page. Without hooks and
 * stores, because the build also renders it into pages as the form of posts that are drawn early (`PostForm.tsx`).
 * `early-drawing.ts` finds its parts by their elements.
 */
export function PostFace({
  face,
  written,
  edited,
  held,
  heading,
  className,
  children,
  ...rest
}: PostFaceProps) {
  const single = face.href === null;
  const Heading = heading ?? (single ? 'h1' : 'h2');
  const title = (
    <Heading className={styles.title} dir="auto" lang="">
      {face.href === null ? face.title : <a href={face.href}>{face.title}</a>}
    </Heading>
  );
  return (
    <Card
      {...rest}
      as="article"
      className={cx('stack', styles.card, single && styles.single, className)}
      data-tone={face.tone}
      data-held={held ? '' : undefined}
      aria-label={face.title}
    >
      {single && title}
      <header className={cx('row', styles.head)}>
        <Parties author={face.author} player={face.player} />
        <span className={styles.dates}>
          {written}
          {edited && <span className={styles.edited}>edited {edited}</span>}
        </span>
        <FlairChips flairs={face.flairs} net={face.net} />
        {held}
      </header>
      {!single && title}
      {children}
    </Card>
  );
}
