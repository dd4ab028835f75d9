/** Paths and fragments that the site links to. `routes.ts` has the table of routes. */

// A name may contain half of a surrogate pair, which cannot be encoded.
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

// Separate, so that the script that draws posts early contains no other path.
/** Path of a player's profile. Names are percent-encoded, the comma before them is not. */
export const playerPath = (player: { id: number; username: string }): string =>
  `/player/${player.id},${encode(player.username)}`;
/** Path of a clan's page. */
export const clanPath = (clan: { id: number; tag: string; name: string }): string =>
  `/clan/${clan.id},${encode(`${clan.tag}-${clan.name}`)}`;
/** Path of a post's page. */
export const postPath = (id: string): string => `/posts/${encode(id)}`;

/** The id at the beginning of an address's `id,name`; null when that is no valid id. What follows is ignored. */
export function idOfPair(pair: string): number | null {
  const id = Number(/^(\d+)(?!\w|\.\d)/.exec(pair)?.[1] ?? 0);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** The GUID at the beginning of a part of an address, in lower case, also behind a bracket; null when there is none. */
export function guidAt(part: string): string | null {
  const guid = /^(?:%\w\w|\W)*([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?!\w)/i.exec(part)?.[1];
  return guid?.toLowerCase() ?? null;
}

/**
 * A path without the bit of a sentence that a link may have behind its id, as in `/posts/{id}.`; other paths stay as they are.
 */
export function tidyPath(path: string): string {
  const [, place, part = ''] = /^\/(posts|decisions|player|clan)\/([^/]+)\/?$/.exec(path) ?? [];
  // Posts and decisions have ids alone, players and clans pairs.
  const isPair = !place?.endsWith('s');
  const id = isPair ? idOfPair(part) : guidAt(part);
  const isTidy = place === undefined || id === null || (isPair && /^\d+(?:,|%2C)./i.test(part));
  return isTidy ? path : `/${place}/${id}`;
}

/** Every path that the site links to. */
export const paths = {
  home: '/',
  players: '/player',
  clans: '/clan',
  posts: '/posts',
  battle: '/battle',
  settings: '/settings',
  guidelines: '/guidelines',
  unauthorized: '/unauthorized',
  forbidden: '/forbidden',
  logout: '/logout',
  player: playerPath,
  clan: clanPath,
  post: postPath,
  decisions: '/decisions',
  /** The statement of a decision. */
  decision: (id: string): string => `/decisions/${encode(id)}`,
  /** Sign-in that returns to `redirectUri`, a path of this site. */
  login: (redirectUri?: string): string =>
    redirectUri === undefined ? '/login' : `/login?redirectUri=${encode(redirectUri)}`,
} as const;

/** Fragment and element id of a post's card. */
export const postFragment = (postId: string): string => `post-${postId}`;

/** Fragment and element id that gets the focus when a post is gone: the list, or the heading of the post's page. */
export const POSTS_FRAGMENT = 'posts';
