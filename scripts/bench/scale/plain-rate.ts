/** The first page of the latest posts on the big database: the API against plain `pg`. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LATEST, ratesOf } from '#scripts/bench/scale/latest-rate.ts';
import type { Bench, Measurement, Outcome } from '#scripts/bench/scale/measurement.ts';
import { getOk } from '#scripts/bench/scale/request.ts';

const RATIO_MIN = 0.5;
const PROGRAM = path.join(import.meta.dirname, 'plain-server.ts');

/** Throws unless both answer the same posts and the same number of them. */
async function requireSameAnswers(urls: readonly string[]): Promise<void> {
  const [api, plain] = await Promise.all(urls.map((url) => getOk(url)));
  const isSame =
    api?.headers['content-items-total'] === plain?.headers['content-items-total'] &&
    isDeepStrictEqual(JSON.parse(api?.text ?? ''), JSON.parse(plain?.text ?? ''));
  if (!isSame)
    throw new Error('The plain server answers differently: compare its statements with those of the API.');
}

async function measure(bench: Bench): Promise<Outcome> {
  const env = { ...process.env, DATABASE_URL: await bench.server.databaseOf('big') };
  const child = fork(PROGRAM, { env });
  try {
    const [port] = (await once(child, 'message')) as [number];
    const addresses = {
      api: (await bench.api('big')).origin() + LATEST,
      plain: `http://127.0.0.1:${port}${LATEST}`,
    };
    await requireSameAnswers(Object.values(addresses));
    const { api, plain } = await ratesOf(addresses);
    return {
      rows: [{ 'API (per second)': api, 'plain pg (per second)': plain, ratio: api / plain }],
      isMet: api / plain >= RATIO_MIN,
    };
  } finally {
    child.kill('SIGKILL');
  }
}

/** Goal: at least half the rate of plain `pg`. */
export const plainRate: Measurement = {
  name: 'plain-rate',
  goal: `latest posts, page 1, against plain pg with named statements: at least ${RATIO_MIN}`,
  measure,
};
