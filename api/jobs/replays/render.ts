/** Runs the external renderer on one replay, with limits, in a temporary folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, type FileHandle, mkdtemp, open, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MinimapRenderer } from '#api/config/load-config.ts';

/** Limits of one run. */
export interface RenderLimits {
  timeoutMs: number;
  /** Largest video, in bytes. */
  maxBytes: number;
  /** Time between two checks of the video's size, in milliseconds. */
  checkSizeEveryMs: number;
}

/** Limits of a run: five minutes, 32 MiB. */
export const RENDER_LIMITS: RenderLimits = {
  timeoutMs: 300_000,
  maxBytes: 33_554_432,
  checkSizeEveryMs: 500,
};

/** Stores a video, which is removed afterwards. */
type TakeVideo<T> = (video: AsyncIterable<Uint8Array>) => Promise<T>;

/** How much of the renderer's stderr is kept, in characters. */
const STDERR_MAX_LENGTH = 500;

const OWN_RENDERER = fileURLToPath(new URL('./renderer.ts', import.meta.url));
/** Enough for the largest timeline, in megabytes. */
const OWN_MEMORY_MB = 512;

/**
 * The program of a renderer with its arguments. `extraClasses`: names that replays may hold besides the game's own;
 * `minimapsFolder` has pictures of maps.
 */
export function commandOf(
  renderer: MinimapRenderer,
  extraClasses: readonly string[],
  minimapsFolder: string | null = null,
): readonly [string, ...string[]] {
  if (renderer !== 'own') return renderer;
  const own = [process.execPath, `--max-old-space-size=${OWN_MEMORY_MB}`, OWN_RENDERER] as const;
  return [...own, extraClasses.join(','), minimapsFolder ?? ''];
}

/** The renderer did not make a video. The message appears in the list of jobs. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.size ?? 0;

/** Waits for the child. Kills it with its children and rejects when a limit is reached or `signal` is aborted. */
function waitFor(
  child: ChildProcess,
  output: string,
  limits: RenderLimits,
  signal: AbortSignal,
): Promise<void> {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_MAX_LENGTH);
  });
  return new Promise<void>((resolve, reject) => {
    const finish = (error?: Error): void => {
      clearTimeout(timer);
      clearInterval(sizeCheck);
      signal.removeEventListener('abort', onAbort);
      killGroup(child);
      if (error === undefined) resolve();
      else reject(error);
    };
    const onAbort = (): void => finish(signal.reason as Error);
    const timer = setTimeout(
      () => finish(new RenderError(`The renderer took longer than ${limits.timeoutMs / 1000} s.`)),
      limits.timeoutMs,
    );
    const sizeCheck = setInterval(async () => {
      if ((await sizeOf(output)) > limits.maxBytes) finish(new RenderError('The video became too large.'));
    }, limits.checkSizeEveryMs);
    signal.addEventListener('abort', onAbort);
    child.once('error', (error) =>
      finish(new RenderError(`The renderer could not be started: ${error.message}`)),
    );
    child.once('exit', (code, killedBy) => {
      if (code === 0) finish();
      else finish(new RenderError(`The renderer ended with ${code ?? killedBy}. ${stderr}`.trim()));
    });
  });
}

/** Whether a file begins as an mp4 does, with a box whose type is `ftyp`. */
export async function isMp4(file: FileHandle): Promise<boolean> {
  const { buffer } = await file.read({ buffer: Buffer.alloc(4), position: 4 });
  return buffer.toString('latin1') === 'ftyp';
}

/** Passes the video to `take` as a stream, if it looks like an mp4. */
async function takeVideo<T>(output: string, maxBytes: number, take: TakeVideo<T>): Promise<T> {
  await using file = await open(output).catch(() => null);
  if (file === null) throw new RenderError('The renderer wrote no video.');
  const { size } = await file.stat();
  if (size > maxBytes) throw new RenderError('The video is too large.');
  if (!(await isMp4(file))) throw new RenderError('The renderer wrote a file that is not an mp4.');
  return await take(file.createReadStream({ start: 0, end: size - 1, autoClose: false }));
}

/**
 * Runs `command` with a copy of the replay and the path of the video to write as its last two arguments, and returns what
 * `take` makes of the video. Only PATH of this process's environment is passed on. Rejects with a RenderError, or with the
 * signal's reason.
 */
export async function renderMinimap<T>(
  command: readonly [string, ...string[]],
  replay: string,
  limits: RenderLimits,
  signal: AbortSignal,
  take: TakeVideo<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fleet-karma-minimap-'));
  try {
    const input = path.join(folder, 'battle.wowsreplay');
    const output = path.join(folder, 'minimap.mp4');
    await copyFile(replay, input);
    // The job may have been aborted during the copy, before anything listens to the signal.
    signal.throwIfAborted();
    const [program, ...args] = command;
    const child = spawn(program, [...args, input, output], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    await waitFor(child, output, limits, signal);
    return await takeVideo(output, limits.maxBytes, take);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
