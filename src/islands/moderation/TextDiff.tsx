import { diffWords } from 'diff';
import { FLAIR_CATEGORIES, FLAIR_NAMES, flairValue, parseFlairs } from '#lib/domain/flairs.ts';
import { postTitle, RATING_WORDS } from '#lib/domain/post-face.ts';
import type { PostText } from '#lib/schemas/post.ts';
import { cx } from '../ui/helpers/cx.ts';
import { Words } from '../ui/Words.tsx';
import styles from './TextDiff.module.css';

/** Longest time to compare two texts, in milliseconds. Texts that need more are shown one after the other. */
const TIMEOUT_MS = 200;

/** Words of any script: without a segmenter, each Cyrillic letter would count as a word. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

interface TextDiffProps {
  before: string;
  after: string;
}

/** A text with what was removed from it and what was added, by words. */
export function TextDiff({ before, after }: TextDiffProps) {
  const changes = diffWords(before, after, { intlSegmenter: segmenter, timeout: TIMEOUT_MS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return changes.map(({ value, added, removed }, index) => {
    const Change = added ? 'ins' : removed ? 'del' : 'span';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <Change key={index} className={cx(added && styles.added, removed && styles.removed)}>
        {Change !== 'span' && <span className="visually-hidden">{added ? ' [added: ' : ' [removed: '}</span>}
        {value}
        {Change !== 'span' && <span className="visually-hidden">] </span>}
      </Change>
    );
  });
}

interface PostDiffProps {
  before: PostText;
  after: PostText;
}

function FlairChanges({ before, after }: PostDiffProps) {
  const [former, present] = [parseFlairs(before.flairs), parseFlairs(after.flairs)];
  const changed = FLAIR_CATEGORIES.filter((category) => former[category] !== present[category]);
  if (changed.length === 0) return null;
  return (
    <ul className={cx('row', styles.flairs)} aria-label="Changed flairs">
      {changed.map((category) => (
        <li key={category}>
          {FLAIR_NAMES[category]}:{' '}
          <TextDiff
            before={RATING_WORDS[flairValue(former[category])]}
            after={RATING_WORDS[flairValue(present[category])]}
          />
        </li>
      ))}
    </ul>
  );
}

/** The changes in a post: title, text and flairs (Rule 28.52). */
export function PostDiff({ before, after }: PostDiffProps) {
  return (
    <div className={cx('stack', styles.diff)}>
      <p className={styles.title} dir="auto" lang="">
        <TextDiff before={postTitle(before)} after={postTitle(after)} />
      </p>
      <FlairChanges before={before} after={after} />
      <Words>
        <TextDiff before={before.content} after={after.content} />
      </Words>
    </div>
  );
}
