/** The program that makes minimap videos. */

/** A program, and what it can work on. */
export interface MinimapRenderer {
  /** Program with its arguments. */
  program: readonly [string, ...string[]];
  /** Whether it makes a video only of replays with a timeline. */
  needsTimeline: boolean;
}

/** The renderer of a command line; null without one. */
export function rendererOf(command: string | undefined): MinimapRenderer | null {
  if (command === undefined) return null;
  return { program: command.trim().split(/\s+/) as [string, ...string[]], needsTimeline: false };
}
