/** The outside of a post's card as plain values, for the card and for the script that draws posts before its code has loaded. */
import {
  FLAIR_CATEGORIES,
  FLAIR_NAMES,
  type FlairCategory,
  flairValue,
  netFlair,
  parseFlairs,
  signOf,
} from '#lib/domain/flairs.ts';
import { clanPath, playerPath, postPath } from '#lib/paths.ts';
import type { Post, PostParty } from '#lib/schemas/post.ts';
import { isVisible } from '#lib/schemas/visible-text.ts';

/** Where a post is shown: the feed, a player's received or sent posts, or its own page. */
export type PostContext = 'feed' | 'received' | 'sent' | 'single';

/** How a rating or the sum of ratings is coloured and read out, by its sign. */
export const RATING_WORDS = { '-1': 'negative', '0': 'neutral', '1': 'positive' } as const;
export type RatingWord = (typeof RATING_WORDS)[keyof typeof RATING_WORDS];

/** A named player, linked, with the clan tag. */
export interface FaceParty {
  name: string;
  href: string;
  clan: { tag: string; href: string; leagueColor: number | null } | null;
}

/** One rating: its name, and its value as a word. */
export interface FaceFlair {
  name: string;
  word: RatingWord;
}

/** The part of a card above its text. */
export interface PostFace {
  title: string;
  /** The post's page; null on that page. */
  href: string | null;
  /** Null where the screen says who wrote the post. */
  author: FaceParty | null;
  /** Null where the screen says whom the post is about. */
  player: FaceParty | null;
  tone: RatingWord;
  net: number;
  flairs: readonly FaceFlair[];
}

/** A text that shows more lines is folded. The fraction is the gap between two paragraphs. */
export const FOLDED_FROM_LINES = 6.4;

/** A post's title, or a placeholder when it is missing or invisible (Rule 16.9). */
export function postTitle({ title }: Pick<Post, 'title'>): string {
  return isVisible(title) ? title.trim() : 'Untitled post';
}

function faceParty({ clan, ...player }: PostParty): FaceParty {
  return {
    name: player.username,
    href: playerPath(player),
    // An early post has not been parsed, so the clan may also be absent.
    clan: clan ? { tag: clan.tag, href: clanPath(clan), leagueColor: clan.leagueColor } : null,
  };
}

/** The rating of a category, as the card shows it. */
export const faceFlair = (category: FlairCategory, value: -1 | 0 | 1): FaceFlair => ({
  name: FLAIR_NAMES[category],
  word: RATING_WORDS[value],
});

/** The part of the post's card above its text, in this context. A profile leaves out its own player (Rule 8.1). */
export function postFace(
  post: Pick<Post, 'id' | 'title' | 'flairs' | 'author' | 'player'>,
  context: PostContext,
): PostFace {
  const flairs = parseFlairs(post.flairs);
  return {
    title: postTitle(post),
    href: context === 'single' ? null : postPath(post.id),
    author: context === 'sent' ? null : faceParty(post.author),
    player: context === 'received' ? null : faceParty(post.player),
    tone: RATING_WORDS[signOf(post.flairs)],
    net: netFlair(flairs),
    flairs: FLAIR_CATEGORIES.map((category) => faceFlair(category, flairValue(flairs[category]))),
  };
}
