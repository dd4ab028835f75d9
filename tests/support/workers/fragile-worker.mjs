/** A worker for tests that fails as requested. */
import { parentPort, threadId } from 'node:worker_threads';

const ENDS = {
  exit: () => process.exit(0),
  throw: () => {
    throw new Error('broken');
  },
  hang: () => {
    for (;;);
  },
  'fill the memory': () => {
    const kept = [];
    for (;;) kept.push(new Array(100_000).fill(Math.random()));
  },
};

parentPort.on('message', (question) => {
  ENDS[question]?.();
  parentPort.postMessage(question === 'which worker?' ? threadId : `answer to ${question}`);
});
parentPort.postMessage('ready');
