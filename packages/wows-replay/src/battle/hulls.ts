/** Shapes of ships, bow up: classes differ in length, beam and stripes, sides in the stern. */

import type { ShipClass } from '../ships.ts';
import type { Side } from './battle.ts';
import type { Surface } from './surface.ts';

interface Hull {
  /** Half of the length and of the beam, in pixels at scale 1. */
  length: number;
  beam: number;
  /** Where stripes cross the hull, as a share of half the length. */
  stripes: readonly number[];
  /** Whether the bow is as wide as the ship. */
  flat: boolean;
}

const HULLS: Readonly<Record<ShipClass, Hull>> = {
  carrier: { length: 12, beam: 5.6, stripes: [0], flat: true },
  battleship: { length: 12.5, beam: 6.2, stripes: [-0.15, 0.35], flat: false },
  cruiser: { length: 10.5, beam: 4.3, stripes: [0.1], flat: false },
  destroyer: { length: 9, beam: 2.9, stripes: [], flat: false },
  submarine: { length: 6.5, beam: 2.6, stripes: [0.1], flat: false },
  auxiliary: { length: 6.5, beam: 3.6, stripes: [], flat: true },
};

const hullOf = (kind: ShipClass | null): Hull => HULLS[kind ?? 'auxiliary'];

/** Half of a ship's length, in pixels at scale 1. */
export const hullLength = (kind: ShipClass | null): number => hullOf(kind).length;

/** Own ships have a plain stern, enemies a notched one. */
function traceStern(surface: Surface, { length, beam }: Hull, side: Side): void {
  if (side === 1) {
    surface.lineTo(beam, length);
    surface.lineTo(0, length * 0.45);
    surface.lineTo(-beam, length);
  } else {
    surface.lineTo(beam * 0.6, length);
    surface.lineTo(-beam * 0.6, length);
  }
}

function traceHull(surface: Surface, hull: Hull, side: Side): void {
  const { length, beam, flat } = hull;
  surface.beginPath();
  if (flat) {
    surface.moveTo(-beam * 0.7, -length);
    surface.lineTo(beam * 0.7, -length);
    surface.lineTo(beam, -length * 0.6);
  } else {
    surface.moveTo(0, -length);
    surface.quadraticCurveTo(beam, -length * 0.5, beam, 0);
  }
  surface.lineTo(beam, length * 0.75);
  traceStern(surface, hull, side);
  surface.lineTo(-beam, length * 0.75);
  if (flat) surface.lineTo(-beam, -length * 0.6);
  else {
    surface.lineTo(-beam, 0);
    surface.quadraticCurveTo(-beam, -length * 0.5, 0, -length);
  }
  surface.closePath();
}

/** Draws a ship at the origin: filled, or hollow when it is out of sight. `sea` is the colour of its stripes. */
export function drawHull(
  surface: Surface,
  { kind, side, hollow, colour, sea }: HullLook & { colour: string; sea: string },
): void {
  const hull = hullOf(kind);
  traceHull(surface, hull, side);
  surface.fillStyle = hollow ? sea : colour;
  surface.fill();
  surface.strokeStyle = hollow ? colour : sea;
  surface.lineWidth = hollow ? 1.4 : 1;
  surface.stroke();
  if (hull.stripes.length === 0) return;
  surface.beginPath();
  for (const stripe of hull.stripes) {
    surface.moveTo(-hull.beam, stripe * hull.length);
    surface.lineTo(hull.beam, stripe * hull.length);
  }
  surface.strokeStyle = hollow ? colour : sea;
  surface.lineWidth = 1.5;
  surface.stroke();
}

/** The looks of a ship. */
export interface HullLook {
  kind: ShipClass | null;
  side: Side;
  /** Out of sight. */
  hollow: boolean;
}
