/** A worker for tests that fails as requested. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, threadId } from 'node:worker_threads';

const ENDS = {
  exit: () => process.exit(0),
  throw: () => {
    throw new Error('broken');
  },
  hang: () => {
    for (;;);
  },
  'wait 1 s': () => sleep(1_000),
  'fill the memory': () => {
    const kept = [];
    for (;;) kept.push(new Array(100_000).fill(Math.random()));
  },
};

parentPort.on('message', async (question) => {
  await ENDS[question]?.();
  parentPort.postMessage(question === 'which worker?' ? threadId : `answer to ${question}`);
});
parentPort.postMessage('ready');
