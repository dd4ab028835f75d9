/** 10,000 hub clients on two processes: one broadcast, then a restart of one process. */
import { readFileSync } from 'node:fs';
import { createPost } from '#scripts/bench/calls.ts';
import { type Cluster, startCluster } from '#scripts/bench/scale/cluster.ts';
import { type HubCrowd, openCrowd } from '#scripts/bench/scale/hub-crowd.ts';
import { type Bench, type Measurement, type Outcome, until } from '#scripts/bench/scale/measurement.ts';

const CLIENTS = 10_000;
const BROADCASTS = 3;
const BROADCAST_MAX_MS = 1_000;
const BACK_MAX_MS = 15_000;
const WAIT_MS = 60_000;

/** Resident memory of a process in MB; NaN when it has ended. */
function memoryOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Milliseconds from sending a post to its arrival at the last client, and how many got it once. */
async function broadcast({ processes, nextAuthor }: Cluster, crowd: HubCrowd, turn: number) {
  const author = await nextAuthor();
  const sent = performance.timeOrigin + performance.now();
  const origin = processes[turn % processes.length]?.origin() ?? '';
  const id = await createPost(origin, author.token, { author, player: author.player });
  await until(async () => (await crowd.report(id)).once >= CLIENTS, BROADCAST_MAX_MS * 10);
  const { once, repeated, lastAt } = await crowd.report(id);
  return { step: `broadcast ${turn + 1}`, clients: once, repeated, 'last (ms)': lastAt - sent };
}

async function measure({ server }: Bench): Promise<Outcome> {
  const cluster = await startCluster(server, 2, { TRUST_PROXY: 'loopback' });
  const origins = cluster.processes.map(({ origin }) => origin());
  const started = performance.now();
  const crowd = await openCrowd(origins, CLIENTS);
  try {
    const opened = performance.now() - started;
    const memory = cluster.processes.map(({ child }) => memoryOf(child.pid));
    const rows = [];
    for (let turn = 0; turn < BROADCASTS; turn += 1) rows.push(await broadcast(cluster, crowd, turn));
    const restarting = performance.now();
    await cluster.processes[0]?.end('SIGTERM');
    await cluster.restart(0);
    await until(async () => (await crowd.report()).open === CLIENTS, WAIT_MS);
    const back = performance.now() - restarting;
    const { open } = await crowd.report();
    const after = await broadcast(cluster, crowd, BROADCASTS);
    const isMet =
      [...rows, after].every((row) => row.clients === CLIENTS && row['last (ms)'] <= BROADCAST_MAX_MS) &&
      open === CLIENTS &&
      back <= BACK_MAX_MS;
    return {
      rows: [
        { step: 'all are connected', clients: CLIENTS, repeated: 0, 'last (ms)': opened },
        ...rows,
        {
          step: 'all are back after a restart of one process',
          clients: open,
          repeated: 0,
          'last (ms)': back,
        },
        { ...after, step: 'broadcast after the restart' },
      ],
      isMet,
      details: `Memory of the processes with all clients: ${memory.map((mb) => `${mb.toFixed(0)} MB`).join(', ')}.`,
    };
  } finally {
    crowd.close();
    await cluster.close();
  }
}

/** Goals: the last client within 1 s and none lost; all back within 15 s. */
export const hubClients: Measurement = {
  name: 'hub-clients',
  goal: `${CLIENTS} clients on two processes: broadcast within ${BROADCAST_MAX_MS} ms, all back ${BACK_MAX_MS / 1000} s after a restart`,
  measure,
};
