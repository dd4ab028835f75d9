import type { ComponentType } from 'react';
import { netFlair, parseFlairs } from '#lib/domain/flairs.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { Block } from '#lib/markdown/markdown-tokens.ts';
import { paths, postFragment } from '#lib/paths.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';
import { type Post, postTitle } from '#lib/schemas/post.ts';
import type { Battle } from '#lib/schemas/replay.ts';
import { Card } from '../Card.tsx';
import { cx } from '../helpers/cx.ts';
import { type Code, useCode } from '../hooks/use-code.ts';
import { Markdown } from '../Markdown.tsx';
import { RelativeTime } from '../RelativeTime.tsx';
import { FlairChips } from './FlairChips.tsx';
import { PostActions } from './PostActions.tsx';
import styles from './PostCard.module.css';
import { LockMark, ReplayMark, TicketMark } from './PostMarks.tsx';
import { type PostContext, PostParties } from './PostParties.tsx';
import type { PostActionHandlers } from './post-action.ts';
import { useFold } from './use-fold.ts';

const battleLine: Code<ComponentType<{ battle: Battle }>> = {
  load: async () => (await import(/* offline */ './BattleLine.tsx')).BattleLine,
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

function Dates({ post }: { post: Post }) {
  return (
    <span className={styles.dates}>
      <RelativeTime value={post.createdAt} />
      {post.updatedAt && (
        <span className={styles.edited}>
          edited <RelativeTime value={post.updatedAt} />
        </span>
      )}
    </span>
  );
}

/**
 * One post: author and player, flairs, text, and marks for its replay, ticket and locks. An action is offered when the viewer
 * may use it and the screen has a handler for it.
 */
export function PostCard({ post, context, viewer, removal, adaptText, ...handlers }: PostCardProps) {
  const flairs = parseFlairs(post.flairs);
  const tone = TONES[`${Math.sign(netFlair(flairs)) as -1 | 0 | 1}`];
  const single = context === 'single';
  const Heading = single ? 'h1' : 'h2';
  const title = postTitle(post);
  const text = useFold(!single);
  const battle = single ? undefined : post.battle;
  return (
    <Card
      as="article"
      id={postFragment(post.id)}
      tabIndex={-1}
      tone={tone}
      className={cx('stack', styles.card, single && styles.single)}
      aria-label={title}
    >
      <header className={cx('row', styles.head)}>
        <PostParties post={post} context={context} />
        <Dates post={post} />
        <FlairChips flairs={flairs} />
      </header>
      <Heading className={styles.title} dir="auto">
        {single ? title : <a href={paths.post(post.id)}>{title}</a>}
      </Heading>
      <LockMark post={post} single={single} removal={removal} />
      <div ref={text.ref} className={text.isFolded ? styles.folded : undefined}>
        <Markdown source={post.content} className={styles.content} adapt={adaptText} />
      </div>
      <footer className={cx('row', styles.foot)}>
        {battle && <BattlePlace battle={battle} />}
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
        <ReplayMark post={post} />
        <TicketMark post={post} viewer={viewer} />
        <PostActions post={post} viewer={viewer} single={single} {...handlers} />
      </footer>
    </Card>
  );
}
