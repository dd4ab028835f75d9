/** The timeline of a battle: what the battle player draws, one compact document per replay. */
import * as z from 'zod/mini';

/** Version of the document. A reader that does not know it shows roster and chat only. */
export const TIMELINE_VERSION = 2;
/** Versions that readers know. In version 1 circles keep their radius, and health is in percent of `hp`. */
const READABLE_VERSIONS = [1, TIMELINE_VERSION] as const;

/** Limits of a timeline, however large the file is. */
export const TIMELINE_LIMITS = { ships: 200, pointsPerShip: 20_000, events: 20_000, clock: 1000 } as const;

/** Tenths of a second since the battle's start; negative in the countdown. */
const Time = z.int();
/** Index into `ships`, or -1. */
const ShipIndex = z.int().check(z.gte(-1), z.lte(TIMELINE_LIMITS.ships));
/** 0 is the side of the recorder, 1 the other one. */
const Side = z.literal([0, 1]);
const Deltas = z.array(z.int()).check(z.maxLength(TIMELINE_LIMITS.pointsPerShip));

// @__NO_SIDE_EFFECTS__
const events = <S extends z.ZodMiniType>(event: S) =>
  z.array(event).check(z.maxLength(TIMELINE_LIMITS.events));

/** A ship of the battle. `name` is empty for a ship without a player, such as an operation's. */
export const TimelineShipSchema = z.object({
  name: z.string(),
  clan: z.string(),
  /** Account id; 0 when unknown, negative or 0 for bots. */
  account: z.int(),
  side: z.nullable(Side),
  /** Whether the recorder sails it. */
  own: z.boolean(),
  /** The ship's number in the game (`shipParamsId`); see `ships.ts` for class and nation. */
  ship: z.int(),
  /** Largest health seen; 0 when unknown. */
  hp: z.number(),
});
export type TimelineShip = z.output<typeof TimelineShipSchema>;

/**
 * The points of a ship while it was in sight: time, x, z and heading, each as the first value and then differences.
 * x and z are 0 to 2047 over the map (z grows upwards), headings 0 to 255 (0 up, clockwise; interpolate the short way). The
 * last item is the time at which it went out of sight, or null.
 */
export const TrackSegmentSchema = z.tuple([Deltas, Deltas, Deltas, Deltas, z.nullable(Time)]);

/** A capture circle: x and z as in tracks, the radius at first in the same units; side at first, null while no side owns it. */
const CaptureCircleSchema = z.object({
  x: z.number(),
  z: z.number(),
  r: z.number(),
  letter: z.string(),
  side: z.nullable(Side),
});

/** Schema of a timeline. Every list has a limit. */
export const TimelineSchema = z.object({
  v: z.literal(READABLE_VERSIONS),
  /** The space's name such as `53_Shoreside`, and the edge of the square that 0 to 2047 covers, in world units. */
  map: z.object({ name: z.string(), size: z.number().check(z.gt(0)) }),
  /** First and last moment recorded. `from` is at most 0. */
  from: Time,
  to: Time,
  /**
   * The battle's clock: moments at which it showed so many seconds left, first to last; between them
   * it runs evenly. Empty when unknown.
   */
  clock: events(z.tuple([Time, z.int()])),
  /** Side that won, -1 for a draw, null when the recording ends before. `reason` as the game numbers it. */
  result: z.nullable(z.object({ winner: z.literal([-1, 0, 1]), reason: z.int() })),
  ships: z.array(TimelineShipSchema).check(z.maxLength(TIMELINE_LIMITS.ships)),
  /** Per ship. */
  tracks: z.array(z.array(TrackSegmentSchema)).check(z.maxLength(TIMELINE_LIMITS.ships)),
  /** Per ship: times, and percent left of the most health that the ship could have then, both as first value and differences. */
  health: z.array(z.tuple([Deltas, Deltas])).check(z.maxLength(TIMELINE_LIMITS.ships)),
  /** `[time, victim, killer, cause]`. */
  sinkings: events(z.tuple([Time, ShipIndex, ShipIndex, z.int()])),
  /** Points needed, both sides' points at the start, and `[time, side, points]`. */
  score: z.nullable(
    z.object({
      win: z.int(),
      start: z.tuple([z.int(), z.int()]),
      events: events(z.tuple([Time, Side, z.int()])),
    }),
  ),
  circles: z.array(CaptureCircleSchema).check(z.maxLength(21)),
  /**
   * `[time, circle, what, value]`: `owner` and `invader` with a side or -1, `progress` in percent, `contested` and `enabled`
   * with 0 or 1, `radius` in the units of `r`.
   */
  captures: events(
    z.tuple([
      Time,
      z.int().check(z.gte(0), z.lte(20)),
      z.literal(['owner', 'invader', 'progress', 'contested', 'enabled', 'radius']),
      z.int(),
    ]),
  ),
  /** `[from, to, x, z]`, x and z as in tracks. */
  smokes: events(z.tuple([Time, Time, z.number(), z.number()])),
  /** `[time, ship, channel, text]`; chat of All and Team only. */
  chat: events(z.tuple([Time, ShipIndex, z.literal(['all', 'team']), z.string()])),
});
export type Timeline = z.output<typeof TimelineSchema>;
