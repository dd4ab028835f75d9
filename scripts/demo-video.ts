/**
 * `npm run demo-video`: renders the video of the demo's battle that has one. It names ships instead of players, who differ
 * between regions. Needs ffmpeg.
 */
import { fileURLToPath } from 'node:url';
import { decodeReplay } from 'wows-replay';
import { encodeReplay } from 'wows-replay/encode/encode-replay';
import { CURRENT_LAYOUT } from 'wows-replay/encode/layouts';
import { crewedBattle } from '#api/demo/seed/crew.ts';
import { inventWorld } from '#api/demo/seed/world.ts';
import type { Encounter } from '#api/demo/seed/world-battles.ts';
import { FILMED_BATTLE, VIDEO } from '#api/demo/seed/world-replays.ts';
import { renderVideo } from '#api/jobs/replays/video.ts';
import { runScript } from '#scripts/support/processes.ts';

await runScript(async () => {
  const { encounters } = inventWorld('eu', Date.now(), { players: 300, posts: 0 });
  const encounter = encounters[FILMED_BATTLE] as Encounter;
  const battle = crewedBattle(encounter, new Map());
  const { timeline } = await decodeReplay(encodeReplay(battle, CURRENT_LAYOUT));
  if (timeline === null) throw new Error('The battle has no timeline.');
  const ships = timeline.ships.map((ship, seat) => ({
    ...ship,
    name: encounter.battle.ships[seat]?.name ?? '',
  }));
  await renderVideo({ ...timeline, ships, chat: [] }, fileURLToPath(VIDEO));
});
