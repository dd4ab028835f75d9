/**
 * Damages replays of every format generation in 10,000 ways (or as many as the first argument says) and decodes them.
 *
 * A fifth are damaged as files, a fifth in the unpacked stream, a fifth inside its packets, a fifth in the pickles of the
 * arena state, a fifth in pickles of other methods, compressed ones too. Ends with exit code 1 on a crash, a file that takes
 * over a second, a timeline that does not fit its schema, or memory over 300 MB.
 */

import { deflateSync } from 'node:zlib';
import { arenaPickles } from '#api/demo/seed/replay-encoder/arena-state.ts';
import { blob } from '#api/demo/seed/replay-encoder/byte-writer.ts';
import { encodeReplay, encodeStream } from '#api/demo/seed/replay-encoder/encode-replay.ts';
import { REPLAY_LAYOUTS } from '#api/demo/seed/replay-encoder/layouts.ts';
import { entityMethod } from '#api/demo/seed/replay-encoder/packets.ts';
import { pickle } from '#api/demo/seed/replay-encoder/pickle-writer.ts';
import { makeBattle } from '#tests/support/replay-encoder/battle.ts';
import { damagePackets, mutate, seededRandom } from '#tests/support/replay-encoder/mutations.ts';
import { inTime, outcomeOf } from '#tests/support/replay-encoder/outcome.ts';
import { SHORT_BATTLE, shortCourse } from '#tests/support/replay-encoder/short-course.ts';

const MEMORY_MAX_MB = 300;
const count = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? 1);

const chat = [
  { from: 0, group: 'battle_team', text: 'hello' },
  { from: 3, group: 'battle_common', text: 'x'.repeat(400) },
];
const battle = {
  ...makeBattle({ players: 12, bots: 4, chat }),
  setting: SHORT_BATTLE,
  course: shortCourse(16),
};
const samples = REPLAY_LAYOUTS.map((layout) => ({
  layout,
  file: encodeReplay(battle, layout),
  stream: encodeStream(battle, layout),
  pickles: arenaPickles(battle, layout),
}));

const value = pickle({
  instanceOf: 'GameParams.GPData',
  state: ['text'.repeat(50), 1, 2.5, { dict: [['a', 1]] }],
});
const nested = pickle([{ raw: Buffer.concat([Buffer.from('U'), blob(deflateSync(value))]) }]);
const arguments_ = [value, nested, deflateSync(value), deflateSync(nested), deflateSync(value, { level: 0 })];

const outcomes = { payload: 0, header: 0, refused: 0 };
let slowest = 0;
const random = seededRandom(seed);
for (let index = 0; index < count; index++) {
  const bytes = damaged(index);
  const started = performance.now();
  try {
    outcomes[await inTime(() => outcomeOf(bytes))]++;
  } catch (error) {
    console.error(`Damaged file ${index} of seed ${seed}:`, error);
    process.exitCode = 1;
  }
  slowest = Math.max(slowest, performance.now() - started);
}

const memory = Math.round(process.resourceUsage().maxRSS / 1024);
if (memory > MEMORY_MAX_MB) process.exitCode = 1;
console.log(
  `${count} damaged replays: ${outcomes.payload} decoded, ${outcomes.header} by their header, ` +
    `${outcomes.refused} refused; slowest ${Math.round(slowest)} ms, memory at most ${memory} MB.`,
);

function damaged(index: number): Uint8Array {
  const { layout, file, stream, pickles } = samples[index % samples.length] as (typeof samples)[number];
  const kind = random();
  if (kind < 1 / 5) return mutate(file, random);
  if (kind < 2 / 5) return encodeReplay(battle, layout, { stream: mutate(stream, random) });
  if (kind < 3 / 5) return encodeReplay(battle, layout, { stream: damagePackets(stream, random) });
  if (kind < 4 / 5) {
    const planted = arguments_[index % arguments_.length] as Uint8Array;
    return encodeReplay(battle, layout, { extraPackets: [entityMethod(51, blob(mutate(planted, random)))] });
  }
  return encodeReplay(battle, layout, { arenaPickles: pickles.map((pickle) => mutate(pickle, random)) });
}
