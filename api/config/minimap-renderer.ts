/** Which program makes the videos of minimaps. */
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Our own renderer, which needs a timeline; or another program with its arguments. */
export type MinimapRenderer = 'own' | readonly [string, ...string[]];

/** The value of `MINIMAP_RENDERER` for no renderer. */
const NONE = 'none';
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

/** The renderer of a command line; by default our own where the PATH has `ffmpeg`. Null without one. */
export function rendererOf(
  command: string | undefined,
  searchPath: string | undefined,
): MinimapRenderer | null {
  const line = command?.trim();
  if (line === NONE) return null;
  if (line !== undefined) return line.split(/\s+/) as [string, ...string[]];
  return hasFfmpeg(searchPath) ? 'own' : null;
}
