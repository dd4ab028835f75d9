import { paths } from '#lib/paths.ts';
import type { PostParty } from '#lib/schemas/post.ts';
import type { PlayerRecord, ReviewItem } from '#lib/schemas/review.ts';
import { Karma } from '../ui/Karma.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import table from '../ui/Table.module.css';

function Row({ part, party, record }: { part: string; party: PostParty; record: PlayerRecord }) {
  return (
    <tr>
      <th scope="row">
        <span className="soft">{part}</span>{' '}
        <a href={paths.player(party)} dir="auto" translate="no">
          {party.username}
        </a>
      </th>
      <td>{record.posts}</td>
      <td>{record.removals}</td>
      <td>{record.edits}</td>
      <td>{record.bans}</td>
      <td>
        <Karma value={record.karma} />
      </td>
      <td>
        <RelativeTime value={record.since} />
      </td>
    </tr>
  );
}

/** The records of author and player: how their posts fared so far. */
export function Records({ item: { post, author, player } }: { item: ReviewItem }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on narrow screens
    <section className={table.scroll} tabIndex={0} aria-label="Both players">
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Player</th>
            <th scope="col">Posts</th>
            <th scope="col">Removed</th>
            <th scope="col">Edited</th>
            <th scope="col">Bans</th>
            <th scope="col">Karma</th>
            <th scope="col">On the site since</th>
          </tr>
        </thead>
        <tbody>
          <Row part="Author" party={post.author} record={author} />
          <Row part="Subject" party={post.player} record={player} />
        </tbody>
      </table>
    </section>
  );
}
