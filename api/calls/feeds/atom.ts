/** Posts as an Atom feed. */
import { Feed } from 'feed';
import { excerpt, flairText, linesOf, shownName } from '#api/base/shown-text.ts';
import type { PostRow } from '#api/model/posts/queries.ts';
import { parseFlairs } from '#lib/domain/flairs.ts';
import { paths } from '#lib/paths.ts';
import { playerName } from '#lib/schemas/player.ts';

/** The feed itself. */
export interface FeedHead {
  title: string;
  /** Address of the page on the site. */
  page: string;
  /** Address of the feed. */
  self: string;
  /** Origin of the site. */
  site: string;
}

const SUMMARY_MAX_LENGTH = 400;

/** Feed readers show all texts as HTML, so plain text is escaped. The library escapes for XML. */
const asHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The whole post in paragraphs. */
const contentOf = ({ content }: PostRow): string =>
  linesOf(content)
    .filter((line) => line !== '')
    .map((line) => `<p>${asHtml(line)}</p>`)
    .join('');

const changedAt = ({ createdAt, updatedAt }: PostRow): Date => new Date(updatedAt ?? createdAt);

/** The feed of posts that are listed for everyone, newest first. */
export function atomFeed({ title, page, self, site }: FeedHead, rows: readonly PostRow[]): string {
  const newest = Math.max(0, ...rows.map((row) => changedAt(row).getTime()));
  const feed = new Feed({
    title,
    id: self,
    link: page,
    feedLinks: { atom: self },
    updated: new Date(newest),
    image: `${site}/icons/icon-512.png`,
    favicon: `${site}/icons/icon-192.png`,
    generator: 'Fleet Karma',
    copyright: '',
  });
  for (const row of rows) {
    const author = shownName(row.author.username, playerName(row.author.id));
    const player = shownName(row.player.username, playerName(row.player.id));
    const parts = [
      `${author} about ${player}`,
      flairText(parseFlairs(row.flairs), row.held),
      excerpt(row.content, SUMMARY_MAX_LENGTH),
    ];
    feed.addItem({
      title: asHtml(shownName(row.title, 'Untitled post')),
      id: `urn:uuid:${row.id}`,
      link: site + paths.post(row.id),
      date: changedAt(row),
      published: new Date(row.createdAt),
      author: [{ name: author, link: site + paths.player(row.author) }],
      description: asHtml(parts.filter(Boolean).join(' · ')),
      content: contentOf(row),
    });
  }
  return feed.atom1();
}
