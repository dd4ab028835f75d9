/** The outside of a post's card as plain values, for the card and for the script that draws posts before its code has loaded. */
import { playerEmblem } from '#lib/domain/emblems.ts';
import { FLAIR_CATEGORIES, FLAIR_NAMES, type FlairCategory, flairValues } from '#lib/domain/flairs.ts';
import { clanPath, playerPath, postPath } from '#lib/paths.ts';
import type { Sign } from '#lib/schemas/player.ts';
import type { Post, PostParty } from '#lib/schemas/post.ts';
import { isVisible } from '#lib/schemas/visible-text.ts';

/** Where a post is shown: the feed, a player's received or sent posts, or its own page. */
export type PostContext = 'feed' | 'received' | 'sent' | 'single';

/** How a rating or the sum of ratings is coloured and read out, by its sign. */
export const RATING_WORDS = { '-1': 'negative', '0': 'neutral', '1': 'positive' } as const;
export type RatingWord = (typeof RATING_WORDS)[keyof typeof RATING_WORDS];

/** A text that shows more lines is folded. The fraction is the gap between two paragraphs. */
export const FOLDED_FROM_LINES = 6.4;

/** A post's title, or a placeholder when it is missing or invisible (Rule 16.9). */
export function postTitle({ title }: Pick<Post, 'title'>): string {
  return isVisible(title) ? title.trim() : 'Untitled post';
}

/** Whether facts of its battle are known. Files of the CIS client show none (Rule 15.13). */
export const hasBattleFacts = ({ battle, replay }: Pick<Post, 'battle' | 'replay'>): boolean =>
  Boolean(battle ?? (replay?.facts && replay.facts.source !== 'none'));

/** A player as cards name them. */
export function faceParty({ clan, ...player }: PostParty) {
  return {
    emblem: playerEmblem(player.id, player.hidden),
    name: player.username,
    href: playerPath(player),
    // An early post has not been parsed, so the clan may also be absent.
    clan: clan ? { tag: clan.tag, href: clanPath(clan), leagueColor: clan.leagueColor } : null,
  };
}

/** A named player, linked, with emblem and clan tag. */
export type FaceParty = ReturnType<typeof faceParty>;

/** Stands for three neutral ratings. */
const NO_RATING: FaceFlair = { name: 'No rating', word: 'neutral' };

/** The rating of the category at this index, as the card shows it. */
export const faceFlair = (value: Sign, index: number) => ({
  name: FLAIR_NAMES[FLAIR_CATEGORIES[index] as FlairCategory],
  word: RATING_WORDS[value],
});

/** One rating: its name, and its value as a word. */
export type FaceFlair = ReturnType<typeof faceFlair>;

/** The part of the post's card above its text, in this context. A profile leaves out its own player (Rule 8.1). */
export function postFace(
  post: Pick<Post, 'id' | 'title' | 'flairs' | 'author' | 'player' | 'modLocked'>,
  context: PostContext,
) {
  const values = flairValues(post.flairs);
  const net = values.reduce<number>((sum, value) => sum + value, 0);
  return {
    title: postTitle(post),
    /** The post's page; null on that page. */
    href: context === 'single' ? null : postPath(post.id),
    /** Null where the screen says who wrote the post. */
    author: context === 'sent' ? null : faceParty(post.author),
    /** Null where the screen says whom the post is about. */
    player: context === 'received' ? null : faceParty(post.player),
    /** The sign of the sum; neutral for a removed post, which no longer counts. */
    tone: RATING_WORDS[post.modLocked ? 0 : (Math.sign(net) as Sign)],
    net,
    flairs: values.some(Boolean) ? values.map(faceFlair) : [NO_RATING],
  };
}

/** The part of a card above its text. */
export type PostFace = ReturnType<typeof postFace>;
