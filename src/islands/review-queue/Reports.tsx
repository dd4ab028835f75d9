import { Video } from 'lucide';
import { CLOCK_WORDS, clockFace, clockOfFacts, timeOf } from 'wows-replay/battle/clock';
import type { Post } from '#lib/schemas/post.ts';
import type { ReviewReport } from '#lib/schemas/review.ts';
import { Rule } from '../moderation/RuleReason.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { Words } from '../ui/Words.tsx';
import { ReporterView } from './ReporterView.tsx';
import styles from './Reports.module.css';

interface ReportsProps {
  post: Post;
  reports: readonly ReviewReport[];
  /** Shows a moment of the battle, in seconds since its start. */
  onMoment: (seconds: number) => void;
}

/** The moment of the battle that a report names: a button if there is a battle to play. */
export function Moment({
  post,
  moment,
  onMoment,
}: {
  post: Post;
  moment: number;
  onMoment?: ReportsProps['onMoment'];
}) {
  const { text, meaning } = clockFace(clockOfFacts(post.replay?.facts ?? null), timeOf(moment));
  const words = `At ${text} ${CLOCK_WORDS[meaning]}`;
  if (post.replayId === null || onMoment === undefined) return <span>{words}</span>;
  return (
    <Button size="sm" variant="ghost" icon={Video} onClick={() => onMoment(moment)}>
      {words}
    </Button>
  );
}

/** The open reports, without the names of their authors (Rule 28.49). */
export function Reports({ post, reports, onMoment }: ReportsProps) {
  return (
    <ol className={cx('stack', styles.reports)}>
      {reports.map(({ id, rule, words, moment, ofReply, createdAt }) => (
        <li key={id} className={cx('stack', styles.report)}>
          <p className="row">
            <strong>
              <Rule code={rule} />
            </strong>
            <span className="soft">
              <RelativeTime value={createdAt} />
            </span>
            {ofReply && <Badge>About the reply</Badge>}
            {moment !== null && <Moment post={post} moment={moment} onMoment={onMoment} />}
          </p>
          {words !== '' && <Words>{words}</Words>}
          <ReporterView postId={post.id} reportId={id} />
        </li>
      ))}
    </ol>
  );
}
