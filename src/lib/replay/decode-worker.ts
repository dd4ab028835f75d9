/** The browser's worker: takes one file, sends one answer. `src/lib/client/replay-file.ts` starts and ends it. */
import { decodeFile } from './decode-file.ts';

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  decodeFile(data, REPLAY_EXTRA_CLASSES).then((answer) => postMessage(answer), reportError);
});
