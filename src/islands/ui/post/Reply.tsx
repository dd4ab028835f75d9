import { MessageSquareReply, Trash2 } from 'lucide';
import type { ReactNode } from 'react';
import { postFace } from '#lib/domain/post-face.ts';
import { linkedText } from '#lib/markdown/linked-text.ts';
import type { Post, Reply as ReplyData } from '#lib/schemas/post.ts';
import { cx } from '../helpers/cx.ts';
import { Icon } from '../Icon.tsx';
import { RelativeTime } from '../RelativeTime.tsx';
import { Time } from '../Time.tsx';
import { WhyLink } from '../WhyLink.tsx';
import { Party } from './PostFace.tsx';
import styles from './Reply.module.css';
import { ReplyWords } from './ReplyWords.tsx';

const drawText = (text: string): ReactNode =>
  linkedText(text).map(({ text: part, href }, index) =>
    href === null ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <a key={index} href={href} rel="nofollow noopener ugc">
        {part}
      </a>
    ),
  );

interface ReplyProps {
  post: Post;
  reply: ReplyData;
  /** The viewer's actions on the reply. */
  children?: ReactNode;
}

/** The answer of the player whom the post is about (Rule 31.3). */
export function Reply({ post, reply, children }: ReplyProps) {
  const { player } = postFace(post, 'single');
  const { content, createdAt, updatedAt, removed, decisionId } = reply;
  const isOlder = post.updatedAt !== null && Date.parse(post.updatedAt) > Date.parse(updatedAt ?? createdAt);
  return (
    <section className={cx('stack', styles.reply)} aria-label={`Reply by ${post.player.username}`}>
      <p className={cx('row', styles.head)}>
        <Icon node={MessageSquareReply} />
        {player && <Party party={player} />}
        <span className="soft">
          answered <RelativeTime value={createdAt} />
          {updatedAt && (
            <>
              , edited <RelativeTime value={updatedAt} />
            </>
          )}
        </span>
      </p>
      {removed && (
        <p className={cx('row negative', styles.removed)}>
          <Icon node={Trash2} /> Removed by a moderator: only its author and staff can see it.
          <WhyLink id={decisionId} />
        </p>
      )}
      {content !== '' && <ReplyWords>{drawText(content)}</ReplyWords>}
      {isOlder && (
        <p className="soft">
          Written before the post was edited on <Time value={post.updatedAt} />.
        </p>
      )}
      {children}
    </section>
  );
}
