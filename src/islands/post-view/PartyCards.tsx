import { useStore } from '@nanostores/react';
import { netFlair, parseFlairs } from '#lib/domain/flairs.ts';
import { visibleKarma } from '#lib/domain/karma.ts';
import { canSeeOptedOut, type Viewer } from '#lib/domain/permissions.ts';
import { postTitle } from '#lib/domain/post-face.ts';
import { POSTING_SENTENCES } from '#lib/domain/posting.ts';
import { paths } from '#lib/paths.ts';
import type { Post } from '#lib/schemas/post.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { type Party, parties } from '#lib/stores/posts/parties.ts';
import { Alert } from '../ui/Alert.tsx';
import { Card } from '../ui/Card.tsx';
import { ClanTag } from '../ui/ClanTag.tsx';
import { PlayerEmblem } from '../ui/Emblem.tsx';
import { Karma } from '../ui/Karma.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { Reputation } from '../ui/Reputation.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';
import styles from './PartyCards.module.css';

const LABELS: Readonly<Record<Party, string>> = { author: 'Author', player: 'Player' };

interface PartsProps {
  post: Post;
  viewer: Viewer;
}

/** Posts about a party, or by the author of a post without a replay. */
function Latest({ part, post, viewer, label }: PartsProps & { part: Party; label: string }) {
  const { $remote, retry } = parties[part];
  const remote = useStore($remote);
  if (remote.status === 'loading') return <Loading visible={post.replayId === null} />;
  if (remote.status !== 'ready')
    return <Alert tone="danger" title="Couldn’t load karma and posts." onRetry={retry} />;
  const { profile, latest, sent } = remote.value;
  if (profile.optedOut && !sent && !canSeeOptedOut(viewer, profile.id))
    return <p className="soft">{POSTING_SENTENCES['player-opted-out']}</p>;
  if (latest.length === 0) return <p className="soft">No other posts {sent ? 'by' : 'about'} this player.</p>;
  return (
    <ul className={styles.latest} aria-label={label}>
      {latest.map((shown) => (
        <li key={shown.id}>
          <Karma value={netFlair(parseFlairs(shown.flairs))} />
          <a href={paths.post(shown.id)} dir="auto" lang="">
            {postTitle(shown)}
          </a>
          <RelativeTime value={shown.createdAt} />
        </li>
      ))}
    </ul>
  );
}

function PartyCard({ part, post, viewer }: PartsProps & { part: Party }) {
  const remote = useStore(parties[part].$remote);
  const { clan, ...player } = post[part];
  const profile = remoteValue(remote)?.profile;
  return (
    <Card as="section" className={styles.card} aria-label={`${LABELS[part]} of this post`}>
      <div className={styles.head}>
        <PlayerEmblem player={post[part]} className={styles.emblem} />
        <div>
          <h2 className={styles.label}>{LABELS[part]}</h2>
          <p>
            {clan && (
              <>
                <ClanTag tag={clan.tag} leagueColor={clan.leagueColor} href={paths.clan(clan)} />{' '}
              </>
            )}
            <a href={paths.player(player)} className={styles.name} dir="auto" translate="no">
              {player.username}
            </a>
          </p>
        </div>
        <p className={styles.figures}>
          <Reputation
            karma={profile && visibleKarma(profile, canSeeOptedOut(viewer, player.id)).total}
            ribbon={profile?.ribbon?.map(({ sign }) => sign)}
          />
        </p>
      </div>
      {post.replayId !== null && (
        <Latest part={part} post={post} viewer={viewer} label={`Latest posts about ${player.username}`} />
      )}
    </Card>
  );
}

/** Author and player of a post: emblem, clan, karma, ribbon, and with a replay the two latest posts about each (Rule 30.31). */
export function PartyCards(parts: PartsProps) {
  return (
    <>
      <PartyCard part="author" {...parts} />
      <PartyCard part="player" {...parts} />
    </>
  );
}

/** More posts about the player and by the author, next to each other where there is room (Rule 30.80). */
export function MorePosts({ post, viewer }: PartsProps) {
  return (['player', 'author'] as const).map((part) => {
    const title = `More ${part === 'author' ? 'by' : 'about'} ${post[part].username}`;
    return (
      <Card key={part} as="section" className={styles.card} aria-label={title}>
        <h2 className={styles.title}>{title}</h2>
        <Latest part={part} post={post} viewer={viewer} label={title} />
      </Card>
    );
  });
}
