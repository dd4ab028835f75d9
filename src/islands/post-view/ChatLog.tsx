import { chatChannel, speakerPart } from '#lib/domain/roster.ts';
import type { Post } from '#lib/schemas/post.ts';
import { type ChatMessage, REMOVED_PLAYER, type ReplayFacts } from '#lib/schemas/replay.ts';
import { isVisible } from '#lib/schemas/visible-text.ts';
import { InlineEmblem } from '../ui/Emblem.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { PlayerLink } from '../ui/PlayerLink.tsx';
import styles from './ChatLog.module.css';
import { Moment } from './Moment.tsx';
import { PartBadge } from './TeamRoster.tsx';

function Speaker({ message, post }: { message: ChatMessage; post: Post }) {
  const part = speakerPart(message, post);
  const name = message.username !== null && isVisible(message.username) ? message.username : 'Unknown player';
  const { playerId } = message;
  return (
    <>
      {(playerId > 0 || name === REMOVED_PLAYER) && (
        <InlineEmblem player={{ id: playerId, hidden: part ? post[part].hidden : undefined }} />
      )}
      {playerId === 0 ? (
        <span dir="auto">{name}</span>
      ) : (
        <PlayerLink player={{ id: playerId, username: name }} />
      )}
    </>
  );
}

interface ChatLogProps {
  messages: readonly ChatMessage[];
  facts: ReplayFacts | null;
  post: Post;
}

/** The battle's chat: time, channel, speaker and text of each message. */
export function ChatLog({ messages, facts, post }: ChatLogProps) {
  if (messages.length === 0) return <p className="soft">Nothing was said in this battle.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.scroll} aria-label="Chat messages" tabIndex={0}>
      <ol className={cx('stack', styles.log)}>
        {messages.map((message, index) => {
          const channel = chatChannel(message.messageGroup);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and never move
            <li key={index} className={styles.line}>
              <span className={styles.head}>
                {message.time != null && (
                  <span className={cx('tabular', styles.time)}>
                    <Moment time={message.time} facts={facts} />
                  </span>
                )}
                <span className={cx(styles.channel, styles[channel])}>{channel}</span>
              </span>
              <span className={styles.text}>
                <strong>
                  <Speaker message={message} post={post} />
                </strong>{' '}
                <PartBadge part={speakerPart(message, post)} /> <bdi lang="">{message.messageContent}</bdi>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
