/** Ships in the packet stream: how they come into view, move, lose health and sink. */
import type { Battle, BattleCourse, HiddenShip, Participant, ShipPosition } from './battle.ts';
import type { BattleFormat } from './battle-format.ts';
import { blob, bytesOf, f32, u32 } from './byte-writer.ts';
import { entityCreation, entityMethod, entityProperty, type TimedPacket } from './packets.ts';

const VEHICLE = 2;
/** The minimap covers a square of this edge, whatever the map's size, in steps of 11 bits. */
const MINIMAP_EDGE = 5000;
const MINIMAP_STEPS = 2047;
const OUT_OF_SIGHT = 2 ** 31;
/** How many numbers after the health the most of it comes. */
const MOST_HEALTH_AFTER = 3;

/** All ships of a battle, in the order of the course's indices. */
export function shipsOf({ participants, course }: Battle): Participant[] {
  return [...participants, ...(course?.reinforcements ?? []).map(({ ship }) => ship)];
}

/** Everything about ships, apart from the roster. */
export function shipPackets(battle: Battle, course: BattleCourse, format: BattleFormat): TimedPacket[] {
  const ships = shipsOf(battle);
  const idOf = (index: number) => ships[index]?.shipId ?? 0;
  const { health, hasMostHealth } = format.vehicle;
  return [
    ...course.appearances.map(
      ({ at, ship, health: value }): TimedPacket => ({
        at,
        packet: (clock) => {
          const most = mostHealthAt(course, ship, at);
          return createVehicle(ships[ship] as Participant, { value, most }, format, clock);
        },
      }),
    ),
    ...course.minimap.map(({ at, ships: entries }): TimedPacket => {
      const packed = entries.map((entry) =>
        bytesOf(u32(idOf(entry.ship)), u32(packPosition(entry, format.headingBits))),
      );
      const args = bytesOf(entries.length, ...packed, 0);
      return { at, packet: (clock) => entityMethod(format.methods.minimap, args, clock) };
    }),
    ...course.health.flatMap(({ at, ship, health: value }): TimedPacket[] => [
      { at, packet: (clock) => entityProperty(idOf(ship), health, f32(value), clock) },
      // The repairable part of the damage. In the game it moves with health, but less often.
      ...(ship % 3 === 0
        ? [{ at, packet: (clock: number) => entityProperty(idOf(ship), health + 1, f32(value / 2), clock) }]
        : []),
    ]),
    ...(hasMostHealth ? (course.mostHealth ?? []) : []).map(({ at, ship, most }): TimedPacket => {
      const number = health + MOST_HEALTH_AFTER;
      return { at, packet: (clock) => entityProperty(idOf(ship), number, f32(most), clock) };
    }),
    ...course.sinkings.flatMap(({ at, ship, killer, cause }): TimedPacket[] => {
      const pair = bytesOf(u32(idOf(ship)), u32(idOf(killer)));
      return [
        { at, packet: (clock) => entityMethod(format.methods.hit, bytesOf(pair, f32(0.75)), clock) },
        { at, packet: (clock) => entityMethod(format.methods.sinking, bytesOf(pair, u32(cause)), clock) },
      ];
    }),
  ];
}

/** The most health that a ship could have at a moment. */
function mostHealthAt({ appearances, health, mostHealth = [] }: BattleCourse, ship: number, at: number) {
  const known = mostHealth.findLast((one) => one.ship === ship && one.at <= at);
  const seen = [...appearances, ...health].filter((one) => one.ship === ship).map((one) => one.health);
  return known?.most ?? Math.max(...seen);
}

/** A ship that comes into view: numbers by size, with its team and health among them. */
function createVehicle(
  ship: Participant,
  health: { value: number; most: number },
  format: BattleFormat,
  clock: number,
): Uint8Array {
  const { team, health: number, hasMostHealth } = format.vehicle;
  const bytes = Array.from({ length: team }, (_, index) => bytesOf(index % 2));
  const numbers = Array.from({ length: number - team - 1 }, (_, index) =>
    index % 4 === 3 ? f32(40_000 + (ship.shipParamsId % 977)) : u32(0),
  );
  const properties = [...bytes, bytesOf(ship.teamId), ...numbers];
  properties.push(f32(health.value), f32(health.value / 2), u32(0));
  if (hasMostHealth) properties.push(f32(health.most));
  properties.push(u32(ship.shipParamsId), blob('PCH'), blob(''));
  return entityCreation({ id: ship.shipId, type: VEHICLE, x: 0, z: 0, properties }, clock);
}

function packPosition(entry: ShipPosition | HiddenShip, headingBits: number): number {
  if ('hidden' in entry) return OUT_OF_SIGHT;
  const step = (world: number) =>
    Math.min(
      MINIMAP_STEPS,
      Math.max(0, Math.round(((world + MINIMAP_EDGE / 2) / MINIMAP_EDGE) * MINIMAP_STEPS)),
    );
  const turns = 2 ** headingBits;
  const heading = Math.round(((entry.heading + 180) / 360) * turns) & (turns - 1);
  return step(entry.x) + step(entry.z) * 2 ** 11 + heading * 2 ** 22 + (entry.isLast ? OUT_OF_SIGHT : 0);
}
