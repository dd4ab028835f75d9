/** nginx: an optional cache in front of the API, which keeps what visitors read for as long as the API allows. */
import { REGION_IDS, regions } from '#lib/regions.ts';
import type { Call } from '#lib/schemas/call.ts';
import * as clan from '#lib/schemas/calls/clan.ts';
import * as feed from '#lib/schemas/calls/feed.ts';
import * as moderation from '#lib/schemas/calls/moderation.ts';
import * as player from '#lib/schemas/calls/player.ts';
import * as post from '#lib/schemas/calls/post.ts';
import * as preview from '#lib/schemas/calls/preview.ts';
import * as profile from '#lib/schemas/calls/profile.ts';
import * as replay from '#lib/schemas/calls/replay.ts';
import { getStats } from '#lib/schemas/calls/stats.ts';
import type { Deployment } from '#scripts/deploy/deployment.ts';

/** Goes into `/etc/nginx/conf.d/`, which is read inside `http`. */
export const nginxCacheZone = ({
  cacheFolder,
}: Pick<Deployment, 'cacheFolder'>): string => `# Written by \`npm run deploy:files\`.

proxy_cache_path ${cacheFolder} levels=1:2 keys_zone=fleet_karma:10m max_size=256m inactive=1m use_temp_path=off;

# Empty for visitors. Requests that may come from a user always reach the API, and their answers are not kept.
map "$http_authorization$arg_access_token${REGION_IDS.map((id) => `$cookie_${regions[id].cookieName}`).join('')}" $fleet_karma_user {
    default user;
    "" "";
}
`;

const CALLS: readonly Call[] = [
  clan,
  feed,
  moderation,
  player,
  post,
  preview,
  profile,
  replay,
  { getStats },
].flatMap((calls): Call[] => Object.values(calls));

const escaped = (text: string): string => text.replace(/[.]/g, '\\$&').replace(/:\w+/g, '[^/]+');

/** Paths of the calls whose answers may be kept. Others stay out: nginx would load a whole video for each range of it. */
const sharedPaths = (): string[] =>
  CALLS.filter(({ sharedSeconds }) => sharedSeconds !== undefined)
    .flatMap(({ path, aliases = [] }) => [path, ...aliases])
    .map(escaped)
    .sort();

/** Goes into `/etc/nginx/snippets/`: the snippet of the API includes it if it exists. */
export const nginxCache = (): string => `# Written by \`npm run deploy:files\`.

# The API's Cache-Control names what may be kept, and how long; its Vary names what answers differ by.
location ~* "^(${sharedPaths().join('|')})/?$" {
    proxy_cache fleet_karma;
    proxy_cache_key $request_method$scheme$http_host$request_uri;
    # A call may exist for HEAD alone.
    proxy_cache_convert_head off;
    proxy_cache_bypass $fleet_karma_user;
    proxy_no_cache $fleet_karma_user;
    # Equal requests at the same time are one for the API. Those whose answer may not be kept wait for a second at most.
    proxy_cache_lock on;
    proxy_cache_lock_timeout 1s;
    # Never an outdated answer: removed posts must disappear in time.
    proxy_cache_use_stale off;
    proxy_pass http://fleet_karma_api;
}
`;
