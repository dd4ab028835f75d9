import type { ComponentType } from 'react';
import type { moderatorSentences } from '#lib/domain/advice/advice.ts';
import { canSeeAdvice, type Viewer } from '#lib/domain/permissions.ts';
import { type PostContext, postFace } from '#lib/domain/post-face.ts';
import type { Block } from '#lib/markdown/markdown-tokens.ts';
import { postFragment, postPath } from '#lib/paths.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { Battle } from '#lib/schemas/replay.ts';
import { thumbnailUrl } from '#lib/thumbnail-url.ts';
import { cx } from '../helpers/cx.ts';
import { type Code, useCode } from '../hooks/use-code.ts';
import { Markdown } from '../Markdown.tsx';
import { RelativeTime } from '../RelativeTime.tsx';
import { PostActions } from './PostActions.tsx';
import styles from './PostCard.module.css';
import { PostFace } from './PostFace.tsx';
import { EvidenceMarks, LockMark, ReplayMark, ReportsMark, TicketMark } from './PostMarks.tsx';
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

/** Browsers do not count what begins invisible as the largest paint. The keyframes are in the styles of every page. */
const FADE_IN = { animation: 'late 200ms' };

/** The picture of the post's battle, which leads to the battle as "Play battle" does (Rule 30.10). Nothing without one. */
function Picture({ post: { id, replayId, battle } }: { post: Post }) {
  if (!replayId || !battle?.thumbnail) return null;
  const { version, width, height } = battle.thumbnail;
  return (
    <div className={styles.picture} aria-hidden="true">
      <a href={`${postPath(id)}#replay`} tabIndex={-1}>
        <img
          src={thumbnailUrl(replayId, version)}
          width={width}
          height={height}
          alt=""
          loading="lazy"
          decoding="async"
          style={FADE_IN}
        />
      </a>
    </div>
  );
}

const sentences: Code<typeof moderatorSentences> = {
  load: async () => (await import('#lib/domain/advice/advice.ts')).moderatorSentences,
};

/** Advice for staff, in sentences whose code loads for them alone (Rule 28.3). Folded, so that nothing moves when it has loaded. */
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
  /** Changes the text before it is drawn. */
  adaptText?: ((blocks: Block[]) => Block[]) | undefined;
}

/**
 * One post: author and player, flairs, text, and marks for its replay, ticket and locks. An action is offered when the viewer
 * may use it and the screen has a handler for it.
 */
export function PostCard({ post, context, viewer, removal, adaptText, ...handlers }: PostCardProps) {
  const single = context === 'single';
  const text = useFold(!single);
  const battle = single ? undefined : post.battle;
  const isPictured = Boolean(battle?.thumbnail && post.replayId);
  return (
    <PostFace
      face={postFace(post, context)}
      written={<RelativeTime value={post.createdAt} />}
      edited={post.updatedAt && <RelativeTime value={post.updatedAt} />}
      id={postFragment(post.id)}
      data-pictured={isPictured ? '' : undefined}
      tabIndex={-1}
    >
      <LockMark post={post} single={single} removal={removal} />
      <div ref={text.ref} className={styles.text} data-folded={text.isFolded || undefined}>
        <Markdown source={post.content} className={styles.content} adapt={adaptText} />
      </div>
      {post.advice && canSeeAdvice(viewer, post) && <Advice post={post} codes={post.advice} />}
      <footer className={cx('row', styles.foot)}>
        {isPictured && <Picture post={post} />}
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
        <EvidenceMarks post={post} />
        <ReplayMark post={post} />
        <TicketMark post={post} viewer={viewer} />
        <ReportsMark reports={post.reports} />
        <PostActions post={post} viewer={viewer} single={single} {...handlers} />
      </footer>
    </PostFace>
  );
}
