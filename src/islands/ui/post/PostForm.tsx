import { Play } from 'lucide';
import { faceFlair, type PostContext, postFace } from '#lib/domain/post-face.ts';
import { ButtonLink } from '../Button.tsx';
import { cx } from '../helpers/cx.ts';
import { Markdown } from '../Markdown.tsx';
import { Caption } from './Caption.tsx';
import actions from './PostActions.module.css';
import styles from './PostCard.module.css';
import { PostFace } from './PostFace.tsx';
import { HeldMark, LockMark } from './PostMarks.tsx';

const CLAN = { id: 0, tag: 'Clan', name: 'Clan', leagueColor: 0 };
const PLAYER = { id: 0, username: 'Player', clan: CLAN };
const SAMPLE = { id: 'post', title: 'Post', flairs: 0, modLocked: false, author: PLAYER, player: PLAYER };
/** A rating of each kind. Drawing a post replaces them by copies with other names. */
const FLAIRS = ([-1, 0, 1] as const).map((value) => faceFlair(value, 0));

const SINKINGS = (['author', 'player'] as const).map((of) => ({ of, at: '', left: false, by: PLAYER }));
const SHOWN = { author: true, player: true, sunk: null, sinkings: SINKINGS };
const THUMBNAIL = { version: '', width: 0, height: 0, shown: SHOWN };
const BATTLE = { map: null, playedAt: null, author: null, player: null };

interface PostFormProps {
  context: PostContext;
  /** For the home page: with one sentence and the picture of its battle, and without a footer. */
  brief?: boolean;
}

/**
 * The card of a sample post with all that a post can have. The build renders it into a page, whose script clones it and fills in
 * each post (`scripts/early-drawing.ts`). The footer is empty and keeps its height.
 */
export function PostForm({ context, brief = false }: PostFormProps) {
  const face = { ...postFace(SAMPLE, context), flairs: FLAIRS };
  const dates = { written: <time />, edited: <time /> };
  const mark = { single: context === 'single', removal: undefined, early: true };
  if (brief)
    return (
      <PostFace face={face} {...dates} heading="h3">
        <p data-sentence="" dir="auto" lang="" />
        <figure className="live-ground" aria-hidden="true">
          <a href="#replay" tabIndex={-1}>
            <img alt="" loading="lazy" decoding="async" />
            <canvas />
          </a>
          <Caption battle={{ ...BATTLE, thumbnail: THUMBNAIL }} />
        </figure>
        <ButtonLink href="#replay" variant="primary" icon={Play}>
          Play battle
        </ButtonLink>
      </PostFace>
    );
  return (
    <PostFace face={face} {...dates} held={<HeldMark post={{ replayId: '' }} early />}>
      <LockMark post={{ modLocked: true, readOnly: false }} {...mark} />
      <LockMark post={{ modLocked: false, readOnly: true }} {...mark} />
      <div className={styles.text}>
        <Markdown source="Text" className={styles.content} />
      </div>
      <footer className={cx('row', styles.foot)}>
        {context !== 'single' && <span className={styles.picture} />}
        {context !== 'single' && <p className={styles.battle} data-battle="" />}
        <span className={actions.icon} />
      </footer>
    </PostFace>
  );
}
