/** Runs the external renderer on one replay, within limits, in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** What one run may cost. */
export interface RenderLimits {
  timeoutMs: number;
  /** Largest video, in bytes. */
  maxBytes: number;
  /** Time between two looks at the growing video, in milliseconds. */
  lookEveryMs: number;
}

/** Limits of a run: five minutes, 32 MiB. */
export const RENDER_LIMITS: RenderLimits = { timeoutMs: 300_000, maxBytes: 33_554_432, lookEveryMs: 500 };

/** Stores a video; it is removed afterwards. */
export type TakeVideo<T> = (video: AsyncIterable<Uint8Array>) => Promise<T>;

/** How much of the renderer's complaints is kept, in characters. */
const COMPLAINT_MAX_LENGTH = 500;
/** An mp4 file begins with a box whose type is `ftyp`. */
const FILE_TYPE = { offset: 4, text: 'ftyp' };

/** The renderer did not make a video; the message says why, for the list of jobs. */
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

/** Ends with the child, or rejects and kills it and all that it started when a limit is reached or `signal` aborts. */
function waitFor(
  child: ChildProcess,
  output: string,
  limits: RenderLimits,
  signal: AbortSignal,
): Promise<void> {
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-COMPLAINT_MAX_LENGTH);
  });
  return new Promise<void>((resolve, reject) => {
    const finish = (error?: Error): void => {
      clearTimeout(timer);
      clearInterval(look);
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
    const look = setInterval(async () => {
      if ((await sizeOf(output)) > limits.maxBytes) finish(new RenderError('The video became too large.'));
    }, limits.lookEveryMs);
    signal.addEventListener('abort', onAbort);
    child.once('error', (error) =>
      finish(new RenderError(`The renderer could not be started: ${error.message}`)),
    );
    child.once('exit', (code, killedBy) =>
      finish(
        code === 0
          ? undefined
          : new RenderError(`The renderer ended with ${code ?? killedBy}. ${complaint}`.trim()),
      ),
    );
  });
}

/** Hands the video on as a stream, once it looks like one. */
async function takeVideo<T>(output: string, maxBytes: number, take: TakeVideo<T>): Promise<T> {
  const file = await open(output).catch(() => null);
  if (file === null) throw new RenderError('The renderer wrote no video.');
  try {
    const { size } = await file.stat();
    if (size > maxBytes) throw new RenderError('The video is too large.');
    const { buffer } = await file.read({
      buffer: Buffer.alloc(FILE_TYPE.text.length),
      position: FILE_TYPE.offset,
    });
    if (buffer.toString('latin1') !== FILE_TYPE.text)
      throw new RenderError('The renderer wrote something that is no mp4.');
    return await take(file.createReadStream({ start: 0, end: size - 1, autoClose: false }));
  } finally {
    await file.close();
  }
}

/**
 * Gives `command` a copy of the replay and the path of the video to write, as its last two arguments, and returns what
 * `take` makes of the video. Nothing of this process's environment is passed on but the path. Rejects with a RenderError, or with
 * the signal's reason.
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
    // Whoever called it off while the file was written would not be heard any more.
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
