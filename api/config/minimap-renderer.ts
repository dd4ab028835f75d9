/** Which program makes the videos of minimaps. */
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program, and what it can work on. */
export interface MinimapRenderer {
  /** Program with its arguments. */
  program: readonly [string, ...string[]];
  /** Whether it makes a video only of replays with a timeline. */
  needsTimeline: boolean;
}

/** The value of `MINIMAP_RENDERER` for no renderer. */
const NONE = 'none';
const OWN_RENDERER = fileURLToPath(new URL('#api/jobs/replays/renderer.ts', import.meta.url));
/** Enough for the largest timeline, in megabytes. */
const OWN_MEMORY_MB = 512;
const FFMPEG = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Whether one of the folders of a PATH has `ffmpeg`. */
export const hasFfmpeg = (searchPath = ''): boolean =>
  searchPath
    .split(path.delimiter)
    .some((folder) => path.isAbsolute(folder) && isProgram(path.join(folder, FFMPEG)));

/**
 * The renderer of a command line; by default our own where the PATH has `ffmpeg`. Null without one. `extraClasses` are those that
 * replays may hold besides those of the game.
 */
export function rendererOf(
  command: string | undefined,
  searchPath: string | undefined,
  extraClasses: readonly string[],
): MinimapRenderer | null {
  const line = command?.trim();
  if (line === NONE) return null;
  if (line !== undefined)
    return { program: line.split(/\s+/) as [string, ...string[]], needsTimeline: false };
  if (!hasFfmpeg(searchPath)) return null;
  const node = [process.execPath, `--max-old-space-size=${OWN_MEMORY_MB}`, OWN_RENDERER] as const;
  return { program: [...node, extraClasses.join(',')], needsTimeline: true };
}
