import { useStore } from '@nanostores/react';
import { flairValues } from '#lib/domain/flairs.ts';
import { visibleKarma } from '#lib/domain/karma.ts';
import { canSeeOptedOut, type Viewer } from '#lib/domain/permissions.ts';
import { postTitle } from '#lib/domain/post-face.ts';
import { POSTING_SENTENCES } from '#lib/domain/posting.ts';
import { paths } from '#lib/paths.ts';
import type { Post } from '#lib/schemas/post.ts';
import { $parties, type Party, type PartyFacts } from '#lib/stores/posts/parties.ts';
import { Card } from '../ui/Card.tsx';
import { ClanTag } from '../ui/ClanTag.tsx';
import { PlayerEmblem } from '../ui/Emblem.tsx';
import { Karma } from '../ui/Karma.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { Ribbon } from '../ui/Ribbon.tsx';
import styles from './PartyCards.module.css';

const LABELS: Readonly<Record<Party, string>> = { author: 'Author', player: 'Player' };

/** The sum of a post's ratings. */
const netOf = ({ flairs }: Post): number =>
  flairValues(flairs).reduce<number>((sum, value) => sum + value, 0);

function Latest({ posts, name }: { posts: readonly Post[]; name: string }) {
  if (posts.length === 0) return <p className="soft">No other posts about this player.</p>;
  return (
    <ul className={styles.latest} aria-label={`Latest posts about ${name}`}>
      {posts.map((post) => (
        <li key={post.id}>
          <Karma value={netOf(post)} />
          <a href={paths.post(post.id)} dir="auto" lang="">
            {postTitle(post)}
          </a>
          <RelativeTime value={post.createdAt} />
        </li>
      ))}
    </ul>
  );
}

/** Total karma and ribbon of a player. */
function Figures({ facts: { profile }, canSeeHidden }: { facts: PartyFacts; canSeeHidden: boolean }) {
  const { ribbon } = profile;
  return (
    <p className={styles.figures}>
      <span>
        <span className="visually-hidden">Total karma: </span>
        <Karma value={visibleKarma(profile, canSeeHidden).total} />
      </span>
      {ribbon && ribbon.length > 0 && <Ribbon signs={ribbon.map(({ sign }) => sign)} />}
    </p>
  );
}

function PartyCard({ part, post, viewer }: { part: Party; post: Post; viewer: Viewer }) {
  const remote = useStore($parties[part]);
  const { clan, ...player } = post[part];
  const facts = remote.status === 'ready' ? remote.value : undefined;
  const canSeeHidden = canSeeOptedOut(viewer, player.id);
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
        {facts && <Figures facts={facts} canSeeHidden={canSeeHidden} />}
      </div>
      {facts?.profile.optedOut && !canSeeHidden ? (
        <p className="soft">{POSTING_SENTENCES['player-opted-out']}</p>
      ) : (
        facts && <Latest posts={facts.latest} name={player.username} />
      )}
      {(remote.status === 'failed' || remote.status === 'not-found') && (
        <p className="soft">Couldn’t load karma and latest posts.</p>
      )}
    </Card>
  );
}

/** Author and player of a post: emblem, clan, karma, ribbon, and the two latest posts about each (Rule 30.31). */
export function PartyCards({ post, viewer }: { post: Post; viewer: Viewer }) {
  const parts = { post, viewer };
  return (
    <>
      <PartyCard part="author" {...parts} />
      <PartyCard part="player" {...parts} />
    </>
  );
}
