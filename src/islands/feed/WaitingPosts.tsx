import { ArrowUp } from 'lucide';
import { formatNumber } from '#lib/domain/numbers.ts';
import { showWaiting } from '#lib/stores/posts/feed.ts';
import { Button } from '../ui/Button.tsx';
import { focusAroundThen } from '../ui/helpers/focus-around.ts';
import styles from './Feed.module.css';

/** Shows how many new posts are waiting; a click adds them. It takes no room, so that nothing moves when it appears. */
export function WaitingPosts({ count }: { count: number }) {
  return (
    <div className={styles.waiting}>
      {/* Always the same words: a burst must not be read out post by post. */}
      <span role="status" className="visually-hidden">
        {count > 0 && 'New posts are available.'}
      </span>
      {count > 0 && (
        <Button
          variant="primary"
          size="sm"
          className={styles.pill}
          icon={ArrowUp}
          onClick={focusAroundThen(() => {
            showWaiting();
            window.scrollTo(0, 0);
          })}
        >
          {formatNumber(count)} new {count === 1 ? 'post' : 'posts'}
        </Button>
      )}
    </div>
  );
}
