/**
 * Runs in the head of screens with data, after `head.ts`: requests the screen's data before its code has loaded.
 */

import { FEATURES_KEY } from '#lib/domain/features.ts';
import { READ_ONLY_HEADER } from '#lib/domain/read-only.ts';
import {
  CLAN_SEARCH_MAX_LENGTH,
  CLAN_SEARCH_RESULTS_SHOWN,
  FEED_PAGE_SIZE_DEFAULT,
  FEED_PAGE_SIZES,
  PAGE_SIZE_MAX,
  PLAYER_SEARCH_MAX_LENGTH,
  PLAYER_SEARCH_MIN_LENGTH,
  PROFILE_PAGE_SIZE,
  SIGNS,
} from '#lib/schemas/list-options.ts';
import type { Post } from '#lib/schemas/post.ts';
import { attempt } from './attempt.ts';

/** As `getFeatures` has it. */
const FEATURES_PATH = '/api/features';

const { api: apart, screen, session } = document.documentElement.dataset;
/** Without `data-api`, the API has the page's origin. */
const api = apart || location.origin;
/** The head script has looked for the cookie. */
const isSignedIn = session !== undefined;

/** Last part of the address's path. A malformed escape matches nothing. */
const last = location.pathname.split('/').filter(Boolean).pop() ?? '';
const segment = attempt(() => decodeURIComponent(last)) ?? last;

/** The API's features as this tab knows them; null when it does not. */
const features = attempt(() => sessionStorage.getItem(FEATURES_KEY));

const query = new URLSearchParams(location.search);
const field = (name: string): string => (query.get(name) ?? '').trim();
const flag = (name: string): string => (field(name) === 'true' ? `&${name}=true` : '');
const search = field('search');
const page = /^[1-9]\d{0,6}$/.test(field('page')) ? field('page') : '1';
/** The id before the comma of `id,name`, as `idOfPair` of `lib/paths.ts`, but without ids of more than 15 digits. */
const id = /^[1-9]\d{0,14}(?=,|$)/.exec(segment)?.[0];

const PLAYER_NAME = new RegExp(
  `^[\\p{L}\\p{N}_]{${PLAYER_SEARCH_MIN_LENGTH},${PLAYER_SEARCH_MAX_LENGTH}}$`,
  'u',
);
/** Not dots alone: browsers resolve those as steps of a path. */
const CLAN_TEXT = new RegExp(`^(?!\\.\\.?$).{1,${CLAN_SEARCH_MAX_LENGTH}}$`, 'u');
const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const sign = (): string =>
  (SIGNS as readonly string[]).includes(field('sign')) ? `&sign=${field('sign')}` : '';
const feedPath = (): string => {
  const given = FEED_PAGE_SIZES.find((size) => field('count') === `${size}`) ?? FEED_PAGE_SIZE_DEFAULT;
  const count = isSignedIn ? given : Math.min(given, PAGE_SIZE_MAX);
  const bySign = features === null || features.includes('sign-filter') ? sign() : '';
  return `/api/Post/latest?page=${page}&pageSize=${count}${bySign}${flag('hasReplay')}${isSignedIn ? flag('hideModActions') : ''}`;
};
const profilePaths = (): string[] => [
  `/api/Player/${id}?includeClanInfo=true`,
  `/api/Profile/${id}`,
  `/api/Post/${id}/${field('tab') === 'sent' ? 'sent' : 'received'}?page=${page}&pageSize=${PROFILE_PAGE_SIZE}${sign()}${flag('hasReplay')}`,
];

const searchPath = (kind: string, end: string): string =>
  `/api/${kind}/search/${encodeURIComponent(search)}${end}`;

/** Paths of the calls that load a screen's data, exactly as `lib/client` writes them. None for a wrong address. */
const earlyPaths: Readonly<Record<string, () => string[]>> = {
  players: () => (PLAYER_NAME.test(search) ? [searchPath('Player', '')] : []),
  player: () => (id ? profilePaths() : []),
  clans: () => (CLAN_TEXT.test(search) ? [searchPath('Clan', `?results=${CLAN_SEARCH_RESULTS_SHOWN}`)] : []),
  clan: () => (id ? [`/api/Clan/${id}?includeMembers=true`] : []),
  posts: () => [feedPath()],
  post: () => (GUID.test(segment) ? [`/api/Post/${segment}`] : []),
};

/**
 * The screen's requests. `takeEarly` in `lib/client/client.ts` uses each when the screen requests the same URL, and
 * the scripts that draw early have copies of their answers, which are undefined after a failure.
 */
const requests: Record<string, Promise<Response>> = {};
const answers: Record<string, Promise<unknown>> = {};
window.__early = requests;
window.__earlyAnswers = answers;
const start = (path: string): Promise<Response> => {
  const request = fetch(api + path, {
    credentials: 'include',
    headers: { accept: 'application/json' },
  }).then((response) => {
    // Before the content is drawn, which the notice would move.
    if (response.headers.has(READ_ONLY_HEADER)) document.documentElement.dataset.readOnly = '';
    return response;
  });
  request.catch(() => {});
  requests[api + path] = request;
  return request;
};
const paths = earlyPaths[screen as string]?.() ?? [];
for (const path of paths)
  answers[path] = start(path)
    .then((response) => (response.ok ? response.clone().json() : undefined))
    .catch(() => undefined);
// Last, and not among the answers to be drawn: nothing waits for it.
if (paths.length > 0 && features === null && screen !== 'clans') start(FEATURES_PATH);
// For the cards of author and player, as `parties.ts` has it. Only the answer with one post has a model.
answers[paths[0] as string]
  ?.then((answer) => {
    const { author, player, replayId } = (answer as { model: Post }).model;
    for (const { id } of [author, player]) {
      start(`/api/Player/${id}?includeClanInfo=true`);
      const list = !replayId && id === author.id ? 'sent' : 'received';
      start(`/api/Post/${id}/${list}?page=1&pageSize=${replayId ? 3 : 6}`);
    }
  })
  .catch(() => {});
