import { ArrowRight } from 'lucide';
import { paths } from '#lib/paths.ts';
import type { Post, PostParty } from '#lib/schemas/post.ts';
import { ClanTag } from '../ClanTag.tsx';
import { Icon } from '../Icon.tsx';
import styles from './PostParties.module.css';

/** Where a post is shown: the feed, a player's received or sent posts, or its own page. */
export type PostContext = 'feed' | 'received' | 'sent' | 'single';

/** A player with the clan tag before the name, both linked. */
export function Party({ party }: { party: PostParty }) {
  const { clan } = party;
  return (
    <span className={styles.party}>
      {clan && <ClanTag tag={clan.tag} leagueColor={clan.leagueColor} href={paths.clan(clan)} />}
      <a href={paths.player(party)} className={styles.name} dir="auto">
        {party.username}
      </a>
    </span>
  );
}

/** Author and player of a post. A profile leaves out its own player. */
export function PostParties({ post, context }: { post: Post; context: PostContext }) {
  return (
    <p className={styles.parties}>
      {context === 'sent' ? (
        <span className={styles.word}>About</span>
      ) : (
        <>
          <span className="visually-hidden">By </span>
          <Party party={post.author} />
        </>
      )}
      {context !== 'received' && (
        <span className={styles.party}>
          {context !== 'sent' && (
            <>
              <Icon node={ArrowRight} className={styles.arrow} />
              <span className="visually-hidden"> about </span>
            </>
          )}
          <Party party={post.player} />
        </span>
      )}
    </p>
  );
}
