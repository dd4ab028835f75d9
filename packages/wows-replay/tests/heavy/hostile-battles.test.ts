import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeReplay } from '../../src/decode/decode-replay.ts';
import { bytesOf, f32, u32 } from '../../src/encode/byte-writer.ts';
import { encodeReplay, encodeStream } from '../../src/encode/encode-replay.ts';
import { CURRENT_LAYOUT, REPLAY_LAYOUTS, type ReplayLayout } from '../../src/encode/layouts.ts';
import { makeBattle } from '../../src/encode/sample-battle.ts';
import { SHORT_BATTLE, shortCourse } from '../../src/encode/short-course.ts';
import { TIMELINE_LIMITS, TimelineSchema } from '../../src/timeline.ts';
import { damagePackets, seededRandom } from '../support/mutations.ts';
import { inTime, outcomeOf } from '../support/outcome.ts';

const battle = {
  ...makeBattle({ players: 12, bots: 0, chat: [] }),
  setting: SHORT_BATTLE,
  course: shortCourse(12),
};
const stream = encodeStream(battle, CURRENT_LAYOUT);
/** Entity of the recorder, as the first packet names it. */
const AVATAR = new DataView(stream.buffer, stream.byteOffset).getUint32(12, true);
const LOGIC = 900_001;
const ship = (index: number) => battle.participants[index % 12]?.shipId ?? 0;

/** A method call (8) or a property (7) at a moment. */
function value(type: number, clock: number, entity: number, number: number, bytes: Uint8Array): Uint8Array {
  const payload = bytesOf(u32(entity), u32(number), u32(bytes.length), bytes);
  return bytesOf(u32(payload.length), u32(type), f32(clock), payload);
}

function creation(entity: number, type: number, state: Uint8Array): Uint8Array {
  const head = new Uint8Array(42);
  const view = new DataView(head.buffer);
  view.setUint32(0, entity, true);
  view.setInt16(4, type, true);
  view.setUint32(38, state.length, true);
  return bytesOf(u32(42 + state.length), u32(5), f32(100), head, state);
}

/** Copies of a packet after the battle, each with changes of its own. `at` is where the copy begins. */
function withCopies(
  count: number,
  packet: Uint8Array,
  change: (view: DataView, at: number, index: number) => void = () => {},
): Uint8Array {
  const bytes = new Uint8Array(stream.length + count * packet.length);
  const view = new DataView(bytes.buffer);
  bytes.set(stream);
  for (let index = 0; index < count; index++) {
    const at = stream.length + index * packet.length;
    bytes.set(packet, at);
    change(view, at, index);
  }
  return bytes;
}

/** A call with 255 positions, each of which hides its ship again if `isPing`. */
function positions(isPing: boolean): Uint8Array {
  const place = isPing ? 0x80200400 : 0x00200400;
  const entries = Array.from({ length: 255 }, (_, index) => bytesOf(u32(ship(index)), u32(place)));
  return value(8, 100, AVATAR, CURRENT_LAYOUT.arenaMethodId - 9, bytesOf(255, ...entries, 0));
}

/** Where a packet has its clock, its entity and its value. */
const CLOCK_AT = 8;
const ENTITY_AT = 12;
const VALUE_AT = 24;
const SINKING = bytesOf(u32(ship(0)), u32(1), u32(1));
/** Begins like a capture point of a current version, without its component. */
const ALMOST_CIRCLE = bytesOf(
  ...[10, 0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 0, 0, 5],
  f32(100),
  6,
  u32(0),
  u32(0),
  7,
  0,
);

const EXCESSIVE: [string, () => Uint8Array][] = [
  [
    'properties of as many entities',
    () =>
      withCopies(100_000, value(7, 100, LOGIC, 3, bytesOf(1, 0)), (view, at, index) =>
        view.setUint32(at + ENTITY_AT, index + 1, true),
      ),
  ],
  [
    'a health that changes all the time',
    () =>
      withCopies(150_000, value(7, 100, ship(0), 24, f32(1)), (view, at, index) => {
        view.setUint32(at + ENTITY_AT, ship(index), true);
        view.setFloat32(at + VALUE_AT, 20_000 - (index >> 4), true);
      }),
  ],
  [
    'sinkings of the same ships',
    () => withCopies(150_000, value(8, 100, AVATAR, CURRENT_LAYOUT.arenaMethodId - 50, SINKING)),
  ],
  ['positions of ships that do not move', () => withCopies(4000, positions(false))],
  [
    'ships that come and go',
    () =>
      withCopies(1500, positions(true), (view, at, index) =>
        view.setFloat32(at + CLOCK_AT, 100 + index, true),
      ),
  ],
  [
    'creations that look like capture points',
    () =>
      withCopies(20_000, creation(LOGIC, 14, ALMOST_CIRCLE), (view, at, index) =>
        view.setUint32(at + ENTITY_AT, LOGIC + index, true),
      ),
  ],
];

describe('A battle with too much in it takes less than a second (Rule 25.3)', () => {
  test.each(EXCESSIVE)('%s', { timeout: 30_000 }, async (_, make) => {
    const file = encodeReplay(battle, CURRENT_LAYOUT, { deflate: deflateSync, stream: make() });
    const { timeline } = await inTime(() => decodeReplay(file));
    if (!timeline) throw new Error('There is no timeline.');
    expect(TimelineSchema.safeParse(timeline).success).toBe(true);
    for (const track of timeline.tracks) {
      const points = track.reduce((sum, [times]) => sum + times.length, 0);
      expect(points).toBeLessThanOrEqual(TIMELINE_LIMITS.pointsPerShip);
    }
  });
});

test('A battle with too many packets keeps roster and facts, without a timeline (Rule 25.3)', async () => {
  const excessive = withCopies(600_000, value(7, 100, LOGIC, 3, bytesOf(1, 0)));
  const file = encodeReplay(battle, CURRENT_LAYOUT, { deflate: deflateSync, stream: excessive });
  const { players, facts, timeline } = await inTime(() => decodeReplay(file));
  expect(timeline).toBeNull();
  expect(players).toHaveLength(12);
  expect(facts).toMatchObject({ source: 'payload', map: '53_Shoreside', length: null });
});

test('A clock that jumps or is no number leaves packets out, not the battle (Rule 25.3)', async () => {
  const clocks = [Number.NaN, Number.POSITIVE_INFINITY, 1e30, -5, 0.5];
  const planted = clocks.map((clock) => value(7, clock, LOGIC, 3, bytesOf(1, 0)));
  const file = encodeReplay(battle, CURRENT_LAYOUT, { stream: bytesOf(stream, ...planted) });
  const { timeline } = await decodeReplay(file);
  expect(timeline).toMatchObject({ from: -300, to: 600 });
  expect(timeline?.sinkings).toHaveLength(1);
});

test('300 battles with damaged packets are decoded or refused, each within a second (Rule 25.3)', {
  timeout: 60_000,
}, async () => {
  const random = seededRandom(20_261_122);
  const streams = REPLAY_LAYOUTS.map((layout) => encodeStream(battle, layout));
  const outcomes = { payload: 0, header: 0, refused: 0 };
  for (let index = 0; index < 300; index++) {
    const layout = REPLAY_LAYOUTS[index % REPLAY_LAYOUTS.length] as ReplayLayout;
    const damaged = damagePackets(streams[index % streams.length] as Uint8Array, random);
    outcomes[await inTime(() => outcomeOf(encodeReplay(battle, layout, { stream: damaged })))]++;
  }
  expect(outcomes.payload).toBeGreaterThan(200);
});
