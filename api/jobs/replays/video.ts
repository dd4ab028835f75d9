/** Draws a battle frame by frame and has ffmpeg encode it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createCanvas, type Image } from '@napi-rs/canvas';
import type { Surface } from 'wows-replay/battle/surface';
import { createFrameDrawer, FRAME_HEIGHT, FRAME_WIDTH } from 'wows-replay/battle/video-frame';
import type { Timeline } from 'wows-replay/timeline';
import { fontFamilies, registerFonts } from '#api/base/fonts.ts';

const FRAMES_PER_SECOND = 20;
/** Tenths of a second of the battle between two frames, so that a battle of 20 minutes takes a minute. */
const STEP = 10;
/** The video starts this long before the battle, and shows its end this long, in frames. */
const LEAD_IN = 3 * FRAMES_PER_SECOND;
const STILL_END = 2 * FRAMES_PER_SECOND;
/** A longer battle, which no mode has, is shown faster. */
const FRAMES_MAX = 4_000;
/** How much of ffmpeg's output is kept, in characters. */
const OUTPUT_MAX_LENGTH = 400;

/** Reads raw frames from standard input. Without metadata, so that equal battles have equal files. */
const encoderArguments = (video: string): string[] => [
  ...['-hide_banner', '-loglevel', 'error', '-y'],
  ...['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${FRAME_WIDTH}x${FRAME_HEIGHT}`],
  ...['-r', String(FRAMES_PER_SECOND), '-i', 'pipe:0', '-an'],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26', '-pix_fmt', 'yuv420p'],
  ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-movflags', '+faststart'],
  video,
];

/** The moments of the frames, in tenths of a second since the battle's start. */
export function frameTimes({ from, to }: Pick<Timeline, 'from' | 'to'>): number[] {
  const start = Math.max(from, -LEAD_IN * STEP);
  const step = Math.max(STEP, Math.ceil((to - start) / FRAMES_MAX));
  const count = Math.max(1, Math.ceil((to - start) / step));
  const moving = Array.from({ length: count }, (_, index) => start + index * step);
  return [...moving, ...Array.from({ length: STILL_END }, () => to)];
}

function* drawFrames(timeline: Timeline, picture: Image | null): Generator<Buffer> {
  const canvas = createCanvas(FRAME_WIDTH, FRAME_HEIGHT);
  const context = canvas.getContext('2d');
  const surface = context as unknown as Surface;
  const chart = createCanvas(FRAME_WIDTH, FRAME_WIDTH);
  const chartContext = chart.getContext('2d');
  const copy = {
    surface: chartContext as unknown as Surface,
    draw: () => context.drawImage(chart, 0, 0),
    drawPicture: picture ? (size: number) => chartContext.drawImage(picture, 0, 0, size, size) : undefined,
  };
  const draw = createFrameDrawer(timeline, { font: fontFamilies(), copy });
  for (const time of frameTimes(timeline)) {
    draw(surface, time);
    yield canvas.data();
  }
}

/** Resolves when ffmpeg has written the video. */
async function untilEncoded(child: ChildProcess): Promise<void> {
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-OUTPUT_MAX_LENGTH);
  });
  const [code, signal] = (await once(child, 'close').catch((error: Error) => {
    throw new Error(`ffmpeg could not be started: ${error.message}`);
  })) as [number | null, string | null];
  if (code !== 0) throw new Error(`ffmpeg ended with ${code ?? signal}. ${output.trim()}`.trim());
}

/** Writes the video of a battle, in H.264, over a picture of its map if there is one. Needs `ffmpeg` on the PATH. */
export async function renderVideo(
  timeline: Timeline,
  video: string,
  picture: Image | null = null,
): Promise<void> {
  registerFonts();
  const encoder = spawn('ffmpeg', encoderArguments(video), { stdio: ['pipe', 'ignore', 'pipe'] });
  const encoded = untilEncoded(encoder);
  const written = pipeline(Readable.from(drawFrames(timeline, picture), { highWaterMark: 2 }), encoder.stdin);
  const [end, frames] = await Promise.allSettled([encoded, written]);
  // ffmpeg's own message explains why its input was closed.
  for (const result of [end, frames]) if (result.status === 'rejected') throw result.reason;
}
