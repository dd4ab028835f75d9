/** Many hub clients in a few child processes. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { WorkerOrder, WorkerReport } from '#scripts/bench/scale/hub-worker.ts';

const WORKERS = 4;
const PROGRAM = path.join(import.meta.dirname, 'hub-worker.ts');

/** The clients, and what they have seen. */
export interface HubCrowd {
  /** Connections that are open, and clients that received the post. */
  report(postId?: string): Promise<WorkerReport>;
  close(): void;
}

async function ask(worker: ChildProcess, order: WorkerOrder): Promise<WorkerReport> {
  worker.send(order);
  const [report] = (await once(worker, 'message')) as [WorkerReport];
  return report;
}

/** Opens `count` connections to the processes; resolves when each has been open. */
export async function openCrowd(origins: readonly string[], count: number): Promise<HubCrowd> {
  const workers = Array.from({ length: WORKERS }, () => fork(PROGRAM));
  const share = count / WORKERS;
  const orders = workers.map((worker, index) =>
    ask(worker, { open: { origins, first: 1 + index * share, count: share } }),
  );
  await Promise.all(orders);
  return {
    async report(postId) {
      const order = postId === undefined ? {} : { postId };
      const reports = await Promise.all(workers.map((worker) => ask(worker, order)));
      return reports.reduce((sum, one) => ({
        open: sum.open + one.open,
        once: sum.once + one.once,
        repeated: sum.repeated + one.repeated,
        lastAt: Math.max(sum.lastAt, one.lastAt),
      }));
    },
    close() {
      for (const worker of workers) worker.kill('SIGKILL');
    },
  };
}
