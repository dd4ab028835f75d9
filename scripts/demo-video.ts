/**
 * `npm run demo-video`: renders the video of the demo's battle that has one. It names ships instead of players, who differ
 * between regions. Needs ffmpeg.
 */
import { fileURLToPath } from 'node:url';
import { crewedBattle } from '#api/demo/seed/crew.ts';
import { encodeReplay } from '#api/demo/seed/replay-encoder/encode-replay.ts';
import { CURRENT_LAYOUT } from '#api/demo/seed/replay-encoder/layouts.ts';
import { inventWorld } from '#api/demo/seed/world.ts';
import type { Encounter } from '#api/demo/seed/world-battles.ts';
import { FILMED_BATTLE, VIDEO } from '#api/demo/seed/world-replays.ts';
import { renderVideo } from '#api/jobs/replays/video.ts';
import { decodeReplay } from '#lib/replay/decode-replay.ts';
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
