import { netFlair, parseFlairs } from '#lib/domain/flairs.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import { postTitle } from '#lib/domain/post-title.ts';
import { paths, postFragment } from '#lib/routes.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';
import type { Post } from '#lib/schemas/post.ts';
import { Card } from '../Card.tsx';
import { cx } from '../helpers/cx.ts';
import { Markdown } from '../Markdown.tsx';
import { Time } from '../Time.tsx';
import { ClampedText } from './ClampedText.tsx';
import { FlairChips } from './FlairChips.tsx';
import { type PostActionHandlers, PostActions } from './PostActions.tsx';
import styles from './PostCard.module.css';
import { LockMark, ReplayMark, TicketMark } from './PostMarks.tsx';
import { type PostContext, PostParties } from './PostParties.tsx';

interface PostCardProps extends PostActionHandlers {
  post: Post;
  /** Where it is shown: decides whose names it carries and how much of the text. */
  context: PostContext;
  viewer: Viewer;
  /** Who removed it and why, where it is removed and the screen does not say so elsewhere. */
  removal?: ModAction | undefined;
}

const TONES = { '-1': 'negative', '0': 'neutral', '1': 'positive' } as const;

/**
 * One post: who about whom, its text, its ratings and what there is to know about its replay, ticket and
 * locks. Buttons appear for what the viewer may do and the screen offers a handler for.
 */
export function PostCard({ post, context, viewer, removal, ...handlers }: PostCardProps) {
  const flairs = parseFlairs(post.flairs);
  const tone = TONES[`${Math.sign(netFlair(flairs)) as -1 | 0 | 1}`];
  const single = context === 'single';
  const Heading = single ? 'h1' : 'h2';
  const title = postTitle(post);
  return (
    <Card
      as="article"
      id={postFragment(post.id)}
      tabIndex={-1}
      tone={tone}
      className={styles.card}
      aria-label={title}
    >
      <header className={styles.head}>
        <PostParties post={post} context={context} />
        <span className={styles.dates}>
          <Time value={post.createdAt} />
          {post.updatedAt && (
            <span className={styles.edited}>
              edited <Time value={post.updatedAt} />
            </span>
          )}
        </span>
      </header>
      <Heading className={cx(styles.title, single && styles.large)} dir="auto">
        {single ? title : <a href={paths.post(post.id)}>{title}</a>}
      </Heading>
      <LockMark post={post} single={single} removal={removal} />
      {single ? (
        <Markdown source={post.content} className={styles.content} />
      ) : (
        <ClampedText text={post.content}>
          <Markdown source={post.content} className={styles.content} />
        </ClampedText>
      )}
      <footer className={styles.foot}>
        <FlairChips flairs={flairs} />
        <div className={styles.marks}>
          <ReplayMark post={post} />
          <TicketMark post={post} viewer={viewer} />
        </div>
        <PostActions post={post} viewer={viewer} single={single} {...handlers} />
      </footer>
    </Card>
  );
}
