/** Which program makes the videos of minimaps. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
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

const isInPath = (name: string, searchPath = ''): boolean =>
  searchPath
    .split(path.delimiter)
    .some((folder) => path.isAbsolute(folder) && isProgram(path.join(folder, name)));

/** Whether one of the folders of a PATH has `ffmpeg`. */
export const hasFfmpeg = (searchPath?: string): boolean => isInPath(FFMPEG, searchPath);

/** A sentence when the program of a command line, or the script that is its first argument, does not exist. */
export function rendererProblems(command: string | undefined, searchPath: string | undefined): string[] {
  const [program = NONE, script = ''] = command?.trim().split(/\s+/) ?? [];
  // Windows finds programs by other rules.
  if (program === NONE || process.platform === 'win32') return [];
  const isKnown = program.includes('/') ? isProgram(program) : isInPath(program, searchPath);
  const missing = [
    isKnown ? [] : program,
    path.isAbsolute(script) && !existsSync(script) ? script : [],
  ].flat();
  return missing.map(
    (file) =>
      `MINIMAP_RENDERER names ${file}, which does not exist or cannot be run: correct it, or unset MINIMAP_RENDERER.`,
  );
}

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
