/** Compiles the inline scripts of heads: `src/layouts/head-script.ts` and `early-requests.ts`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, transformWithOxc } from 'vite';
import { FEATURES_KEY } from '#lib/domain/features.ts';
import { READ_ONLY_HEADER, READ_ONLY_KEY, READ_ONLY_RECENT_MS } from '#lib/domain/read-only.ts';
import { getFeatures } from '#lib/schemas/calls/features.ts';
import { CLAN_SEARCH_MAX_LENGTH, CLAN_SEARCH_RESULTS_SHOWN } from '#lib/schemas/clan.ts';
import { PAGE_SIZE_MAX } from '#lib/schemas/common.ts';
import { PLAYER_SEARCH_MAX_LENGTH, PLAYER_SEARCH_MIN_LENGTH } from '#lib/schemas/player.ts';
import { FEED_PAGE_SIZE_DEFAULT, FEED_PAGE_SIZES, PROFILE_PAGE_SIZE, SIGNS } from '#lib/schemas/post.ts';
import { SESSION_CHECKED_KEY, SESSION_RECENT_MS } from '#lib/stores/session/session-hold.ts';
import { DISMISSED_NOTICES_KEY } from '../layouts/notices.ts';

const FOLDER = join(import.meta.dirname, '../layouts');

/** Values that the scripts share with modules. Their types are in `src/env.d.ts`. */
const CONSTANTS = {
  CLAN_SEARCH_MAX_LENGTH,
  CLAN_SEARCH_RESULTS_SHOWN,
  DISMISSED_NOTICES_KEY,
  FEATURES_KEY,
  FEATURES_PATH: getFeatures.path,
  FEED_PAGE_SIZE_DEFAULT,
  FEED_PAGE_SIZES,
  PAGE_SIZE_MAX,
  PLAYER_SEARCH_MAX_LENGTH,
  PLAYER_SEARCH_MIN_LENGTH,
  PROFILE_PAGE_SIZE,
  READ_ONLY_HEADER,
  READ_ONLY_KEY,
  READ_ONLY_RECENT_MS,
  SESSION_CHECKED_KEY,
  SESSION_RECENT_MS,
  SIGNS,
};

/** One of the scripts, compiled. Throws when it does not compile. */
export async function compileHeadScript(name: 'head-script.ts' | 'early-requests.ts'): Promise<string> {
  const source = join(FOLDER, name);
  const define = Object.fromEntries(
    Object.entries(CONSTANTS).map(([key, value]) => [key, JSON.stringify(value)]),
  );
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source, { define, sourcemap: false });
  return minifySync(name, code).code.trim();
}
