/** Compiles `src/layouts/head-script.ts`, the inline script of every head. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, transformWithOxc } from 'vite';
import { CLAN_SEARCH_MAX_LENGTH, CLAN_SEARCH_RESULTS_SHOWN } from '#lib/schemas/clan.ts';
import { PAGE_SIZE_MAX } from '#lib/schemas/common.ts';
import { PLAYER_SEARCH_MAX_LENGTH, PLAYER_SEARCH_MIN_LENGTH } from '#lib/schemas/player.ts';
import { FEED_PAGE_SIZE_DEFAULT, FEED_PAGE_SIZES, PROFILE_PAGE_SIZE } from '#lib/schemas/post.ts';
import { SESSION_CHECKED_KEY, SESSION_RECENT_MS } from '#lib/stores/session/session-hold.ts';

const SOURCE = join(import.meta.dirname, '../layouts/head-script.ts');

/** What the script shares with modules. Its types are in `src/env.d.ts`. */
const CONSTANTS = {
  CLAN_SEARCH_MAX_LENGTH,
  CLAN_SEARCH_RESULTS_SHOWN,
  FEED_PAGE_SIZE_DEFAULT,
  FEED_PAGE_SIZES,
  PAGE_SIZE_MAX,
  PLAYER_SEARCH_MAX_LENGTH,
  PLAYER_SEARCH_MIN_LENGTH,
  PROFILE_PAGE_SIZE,
  SESSION_CHECKED_KEY,
  SESSION_RECENT_MS,
};

/** The compiled script. Throws when it does not compile. */
export async function compileHeadScript(): Promise<string> {
  const define = Object.fromEntries(
    Object.entries(CONSTANTS).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const { code } = await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE, { define, sourcemap: false });
  return minifySync('head-script.js', code).code.trim();
}
