import type { ReplyVersion } from '#lib/schemas/review.ts';
import styles from '../moderation/TextDiff.module.css';
import { TextDiff } from '../moderation/TextDiff.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { ReplyWords } from '../ui/post/ReplyWords.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';

interface ReplyChangesProps {
  versions: readonly ReplyVersion[];
  /** Undefined once it is deleted. */
  present: string | undefined;
}

/** The former words of a reply, each with what its author changed, and the last ones of a deleted reply (Rule 28.52). */
export function ReplyChanges({ versions, present }: ReplyChangesProps) {
  return versions.map(({ content, replacedAt }, index) => {
    const next = versions[index + 1]?.content ?? present;
    return (
      <div key={replacedAt} className={cx('stack', styles.diff)}>
        <p className="soft">
          {next === undefined ? 'Deleted' : 'Changed'} <RelativeTime value={replacedAt} />
          {next === undefined && ', was:'}
        </p>
        <ReplyWords>{next === undefined ? content : <TextDiff before={content} after={next} />}</ReplyWords>
      </div>
    );
  });
}
