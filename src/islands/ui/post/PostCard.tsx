import { memo, type ReactNode, type Ref } from 'react';
import { isUnchecked } from '#lib/domain/advice/badges.ts';
import { canSeeAdvice, type Viewer } from '#lib/domain/permissions.ts';
import { type PostContext, postFace } from '#lib/domain/post-face.ts';
import type { Block } from '#lib/markdown/markdown-tokens.ts';
import { postFragment } from '#lib/paths.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';
import type { Post } from '#lib/schemas/post.ts';
import { cx } from '../helpers/cx.ts';
import { useGrowingCount } from '../hooks/smooth-drawing.ts';
import { useCode } from '../hooks/use-code.ts';
import { Markdown } from '../Markdown.tsx';
import { RelativeTime } from '../RelativeTime.tsx';
import { BattlePicture, BattlePlace } from './BattleParts.tsx';
import type { PostActionHandlers } from './PostActions.tsx';
import { PostActions } from './PostActions.tsx';
import styles from './PostCard.module.css';
import list from './PostCards.module.css';
import { PostFace } from './PostFace.tsx';
import {
  AnsweredMark,
  EvidenceMarks,
  HeldMark,
  LockMark,
  ReplayMark,
  ReportsMark,
  TicketMark,
} from './PostMarks.tsx';
import { hasManyLines, useFold } from './use-fold.ts';

const sentences = { load: async () => (await import('#lib/domain/advice/advice.ts')).moderatorSentences };

/**
 * Advice for staff, in sentences whose code loads for them alone (Rule 28.3). Folded, so that nothing moves when it has loaded.
 */
function Advice({ post: { author, player }, codes }: { post: Post; codes: readonly string[] }) {
  const { loaded, failed } = useCode(sentences);
  const names = { author: author.username, player: player.username };
  const lines = loaded?.(codes, names) ?? (failed ? codes : []);
  return (
    <details className="soft">
      <summary>{codes.length === 1 ? '1 note' : `${codes.length} notes`} for moderators</summary>
      <ul>
        {lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface PostCardProps extends PostActionHandlers {
  post: Post;
  /** Where it is shown. Decides whose names it has, and whether long text is folded. */
  context: PostContext;
  viewer: Viewer;
  /** Who removed it and why, unless the screen shows that elsewhere. */
  removal?: ModAction | undefined;
  /** Drawn under the text. */
  reply?: ReactNode;
  /** Changes the text before it is drawn. */
  adaptText?: ((blocks: Block[]) => Block[]) | undefined;
}

/**
 * One post: author and player, flairs, text, and marks for its replay, ticket and locks. An action is offered when the viewer
 * may use it and the screen has a handler for it.
 */
export function PostCard({ post, context, viewer, removal, reply, adaptText, ...handlers }: PostCardProps) {
  const single = context === 'single';
  const text = useFold(single ? null : hasManyLines);
  const battle = single ? undefined : post.battle;
  const isHeld = post.held && !post.modLocked;
  const isPictured = Boolean(battle?.thumbnail && post.replayId);
  return (
    <PostFace
      face={postFace(post, context)}
      written={<RelativeTime value={post.createdAt} />}
      edited={post.updatedAt && <RelativeTime value={post.updatedAt} />}
      held={isHeld && <HeldMark post={post} />}
      id={postFragment(post.id)}
      data-pictured={isPictured ? '' : undefined}
      tabIndex={-1}
    >
      <LockMark post={post} single={single} removal={removal} />
      <div ref={text.ref} className={styles.text} data-folded={text.isFolded || undefined}>
        <Markdown source={post.content} className={styles.content} adapt={adaptText} />
      </div>
      {reply}
      {post.advice && canSeeAdvice(viewer, post) && <Advice post={post} codes={post.advice} />}
      <footer className={cx('row', 'touch', styles.foot)}>
        {isPictured && <BattlePicture post={post} />}
        <ReplayMark post={post} />
        {text.isLong && (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={!text.isFolded}
            onClick={text.toggle}
          >
            {text.isFolded ? 'Show more' : 'Show less'}
          </button>
        )}
        {battle && <BattlePlace battle={battle} isUnchecked={isUnchecked(post.advice)} />}
        {!isHeld && <EvidenceMarks post={post} />}
        {!single && <AnsweredMark post={post} />}
        <TicketMark post={post} viewer={viewer} />
        <ReportsMark reports={post.reports} />
        <PostActions post={post} viewer={viewer} single={single} {...handlers} />
      </footer>
    </PostFace>
  );
}

/** Approximate height of a card with its gap, so that the scroll bar accounts for cards that are not drawn yet. */
const CARD_HEIGHT_REM = 13;

/** From so many posts on, those below the screen are not laid out. */
const LONG_FROM = 26;

interface PostCardsProps {
  posts: readonly Post[];
  context: PostContext;
  viewer: Viewer;
  actions: PostActionHandlers;
  /** Who removed posts and why, by post id. */
  removals: Readonly<Record<string, ModAction>>;
  /** How many are drawn at first, at least. */
  atLeast?: number | undefined;
  ref?: Ref<HTMLOListElement>;
}

/** How many posts above the place to return to are laid out, so that the page scrolls to where it was. */
const LAID_OUT_MAX = 100;

interface ItemProps extends Pick<PostCardsProps, 'context' | 'viewer' | 'actions'> {
  post: Post;
  removal: ModAction | undefined;
  /** Laid out even when it is not near the screen. */
  laidOut: boolean;
}

const Item = memo(({ post, context, viewer, removal, actions, laidOut }: ItemProps) => (
  <li className={cx(!laidOut && list.item)}>
    <PostCard post={post} context={context} viewer={viewer} removal={removal} {...actions} />
  </li>
));

/** A page of posts. Only those near the screen are drawn; see `useGrowingCount`. */
export function PostCards({ posts, atLeast = 0, removals, ref, ...shared }: PostCardsProps) {
  const { count, sentinel } = useGrowingCount(posts.length, atLeast);
  return (
    <>
      <ol ref={ref} className={cx('stack', count >= LONG_FROM && list.long)}>
        {posts.slice(0, count).map((post, index) => (
          <Item
            key={post.id}
            post={post}
            removal={removals[post.id]}
            laidOut={index < Math.min(atLeast, LAID_OUT_MAX)}
            {...shared}
          />
        ))}
      </ol>
      {count < posts.length && (
        <div
          ref={sentinel}
          className={list.rest}
          style={{ height: `${(posts.length - count) * CARD_HEIGHT_REM}rem` }}
          aria-hidden="true"
        />
      )}
    </>
  );
}
