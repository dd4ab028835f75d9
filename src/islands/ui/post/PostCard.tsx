import { type ComponentType, memo, type ReactNode, type Ref, useState } from 'react';
import { netFlair, parseFlairs } from '#lib/domain/flairs.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { Block } from '#lib/markdown/markdown-tokens.ts';
import { paths, postFragment } from '#lib/paths.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';
import { type Post, postTitle } from '#lib/schemas/post.ts';
import type { Battle } from '#lib/schemas/replay.ts';
import { Card } from '../Card.tsx';
import { cx } from '../helpers/cx.ts';
import { useGrowingCount } from '../hooks/smooth-drawing.ts';
import { type Code, useCode } from '../hooks/use-code.ts';
import { Markdown } from '../Markdown.tsx';
import { RelativeTime } from '../RelativeTime.tsx';
import { FlairChips } from './FlairChips.tsx';
import { type PostActionHandlers, PostActions } from './PostActions.tsx';
import styles from './PostCard.module.css';
import { LockMark, ReplayMark, TicketMark } from './PostMarks.tsx';
import { type PostContext, PostParties } from './PostParties.tsx';

/** Texts longer than one of these start folded in lists. */
const FOLD_LENGTH = 480;
const FOLD_LINES = 7;

/** Folds a long text, with a button to show the rest. `source` decides whether it is long. */
function Foldable({ source, children }: { source: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const isLong = source.length > FOLD_LENGTH || source.split('\n').length > FOLD_LINES;
  if (!isLong) return children;
  return (
    <div>
      <div className={open ? undefined : styles.folded}>{children}</div>
      <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Show less' : 'Show more'}
      </button>
    </div>
  );
}

const battleLine: Code<ComponentType<{ battle: Battle }>> = {
  load: async () => (await import('./BattleLine.tsx')).BattleLine,
};

/** The line of the post's battle. It keeps its place until its code has loaded, and stays empty if that fails. */
function BattlePlace({ battle }: { battle: Battle }) {
  const { loaded: BattleLine } = useCode(battleLine);
  return <p className={styles.battle}>{BattleLine && <BattleLine battle={battle} />}</p>;
}

interface PostCardProps extends PostActionHandlers {
  post: Post;
  /** Where it is shown. Decides whose names it has, and whether long text is folded. */
  context: PostContext;
  viewer: Viewer;
  /** Who removed it and why, unless the screen shows that elsewhere. */
  removal?: ModAction | undefined;
  /** Changes the text before it is drawn. */
  adaptText?: ((blocks: Block[]) => Block[]) | undefined;
}

const TONES = { '-1': 'negative', '0': 'neutral', '1': 'positive' } as const;

/**
 * One post: author and player, text, flairs, and marks for its replay, ticket and locks. A button appears when the viewer
 * may use it and the screen has a handler for it.
 */
export function PostCard({ post, context, viewer, removal, adaptText, ...handlers }: PostCardProps) {
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
      className={cx('stack', styles.card)}
      aria-label={title}
    >
      <header className={cx('row', styles.head)}>
        <PostParties post={post} context={context} />
        <span className={styles.dates}>
          <RelativeTime value={post.createdAt} />
          {post.updatedAt && (
            <span className={styles.edited}>
              edited <RelativeTime value={post.updatedAt} />
            </span>
          )}
        </span>
      </header>
      <Heading className={cx(styles.title, single && styles.large)} dir="auto">
        {single ? title : <a href={paths.post(post.id)}>{title}</a>}
      </Heading>
      <LockMark post={post} single={single} removal={removal} />
      {single ? (
        <Markdown source={post.content} className={styles.content} adapt={adaptText} />
      ) : (
        <Foldable source={post.content}>
          <Markdown source={post.content} className={styles.content} />
        </Foldable>
      )}
      {!single && post.battle && <BattlePlace battle={post.battle} />}
      <footer className={cx('row', styles.foot)}>
        <FlairChips flairs={flairs} />
        <div className={cx('row', styles.marks)}>
          <ReplayMark post={post} />
          <TicketMark post={post} viewer={viewer} />
        </div>
        <PostActions post={post} viewer={viewer} single={single} {...handlers} />
      </footer>
    </Card>
  );
}

/** Approximate height of a card with its gap, so that the scroll bar accounts for cards that are not drawn yet. */
const CARD_HEIGHT_REM = 12;

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

interface ItemProps extends Pick<PostCardsProps, 'context' | 'viewer' | 'actions'> {
  post: Post;
  removal: ModAction | undefined;
}

const Item = memo(({ post, context, viewer, removal, actions }: ItemProps) => (
  <li className={styles.item}>
    <PostCard post={post} context={context} viewer={viewer} removal={removal} {...actions} />
  </li>
));

/** A page of posts. Only those near the screen are drawn; see `useGrowingCount`. */
export function PostCards({ posts, atLeast, removals, ref, ...shared }: PostCardsProps) {
  const { count, sentinel } = useGrowingCount(posts.length, atLeast);
  return (
    <>
      <ol ref={ref} className={cx('stack', styles.list)}>
        {posts.slice(0, count).map((post) => (
          <Item key={post.id} post={post} removal={removals[post.id]} {...shared} />
        ))}
      </ol>
      {count < posts.length && (
        <div
          ref={sentinel}
          className={styles.rest}
          style={{ height: `${(posts.length - count) * CARD_HEIGHT_REM}rem` }}
          aria-hidden="true"
        />
      )}
    </>
  );
}
