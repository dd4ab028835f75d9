/** The browser's worker: takes one file, sends one answer. `src/lib/client/replay-file.ts` starts and ends it. */
import { decodeFile, type ReplayJob } from './decode-file.ts';

addEventListener('message', ({ data: { file, extraClasses } }: MessageEvent<ReplayJob>) => {
  decodeFile(file, extraClasses).then((answer) => postMessage(answer), reportError);
});
