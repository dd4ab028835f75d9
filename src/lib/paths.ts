/** Paths and fragments that the site links to. `routes.ts` has the table of routes. */

// A name may contain half of a surrogate pair, which cannot be encoded.
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Every path that the site links to. Names are percent-encoded, the comma before them is not. */
export const paths = {
  home: '/',
  players: '/player',
  clans: '/clan',
  posts: '/posts',
  settings: '/settings',
  guidelines: '/guidelines',
  unauthorized: '/unauthorized',
  forbidden: '/forbidden',
  logout: '/logout',
  player: (player: { id: number; username: string }): string =>
    `/player/${player.id},${encode(player.username)}`,
  clan: (clan: { id: number; tag: string; name: string }): string =>
    `/clan/${clan.id},${encode(`${clan.tag}-${clan.name}`)}`,
  post: (id: string): string => `/posts/${encode(id)}`,
  /** Sign-in that returns to `redirectUri`, a path of this site. */
  login: (redirectUri?: string): string =>
    redirectUri === undefined ? '/login' : `/login?redirectUri=${encode(redirectUri)}`,
} as const;

/** Fragment and element id of a post's card. */
export const postFragment = (postId: string): string => `post-${postId}`;

/** Fragment and element id that gets the focus when a post is gone: the list, or the heading of the post's page. */
export const POSTS_FRAGMENT = 'posts';
