/** The minimap renderer: `node main.ts CLASSES MINIMAPS REPLAY VIDEO`. A failure is one line on standard error. */
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import { decodeReplay } from 'wows-replay';
import { loadMapPicture } from '#api/base/map-pictures.ts';
import { renderVideo } from '#api/jobs/replays/video.ts';

/** The API and its users come first, on every system that has priorities. */
const PRIORITY = os.constants.priority.PRIORITY_BELOW_NORMAL;

async function main([
  classes = '',
  minimaps = '',
  replay = '',
  video = '',
]: readonly string[]): Promise<void> {
  try {
    os.setPriority(PRIORITY);
  } catch {
    // Some sandboxes forbid it.
  }
  const bytes = new Uint8Array(await readFile(replay));
  const { timeline } = await decodeReplay(bytes, { extraClasses: classes.split(',').filter(Boolean) });
  if (timeline === null) throw new Error('The replay has no timeline.');
  await renderVideo(timeline, video, await loadMapPicture(minimaps || null, timeline.map.name));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
