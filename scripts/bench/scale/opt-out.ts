/** The opt-out of a player with 36,000 posts, while visitors read the feed. */
import pg from 'pg';
import { createTokens } from '#api/model/auth/authenticate.ts';
import { send } from '#scripts/bench/calls.ts';
import { load } from '#scripts/bench/load.ts';
import { PEOPLE } from '#scripts/bench/scale/data.ts';
import type { Bench, Measurement, Outcome } from '#scripts/bench/scale/measurement.ts';
import { SECRET } from '#tests/support/production.ts';

const LATEST = '/api/Post/latest?page=1&pageSize=10';
const CONCURRENCY = 4;
const TURN_MS = 3_000;
const RATIO_MIN = 0.5;

async function tokenOf(client: pg.Client, id: number): Promise<string> {
  const found = await client.query<{ seed: string }>('select seed from eu.users where id = $1', [id]);
  const subject = { id, username: 'Opting_Out', roles: [], seed: found.rows[0]?.seed ?? '' };
  return createTokens(SECRET).sign('eu', subject, Date.now());
}

async function measure(bench: Bench): Promise<Outcome> {
  const origin = (await bench.api('big')).origin();
  const client = new pg.Client({ connectionString: await bench.server.databaseOf('big') });
  await client.connect();
  const rate = (milliseconds: number) => load(origin + LATEST, CONCURRENCY, milliseconds);
  try {
    const token = await tokenOf(client, PEOPLE.received);
    await rate(TURN_MS);
    const before = await rate(TURN_MS);
    const started = performance.now();
    const body = JSON.stringify({ id: PEOPLE.received, optedOut: true });
    let seconds = Number.NaN;
    const change = send(token, 'PUT', `${origin}/api/profile`, body).then(() => {
      seconds = (performance.now() - started) / 1000;
    });
    const during = await rate(TURN_MS);
    await change;
    const after = await rate(TURN_MS);
    const row = { seconds, before: before.rate, during: during.rate, after: after.rate };
    const failed = before.failed + during.failed + after.failed;
    return {
      rows: [row],
      isMet: failed === 0 && Math.min(during.rate, after.rate) >= before.rate * RATIO_MIN,
    };
  } finally {
    // The data is kept for the next run.
    await client.query('update eu.players set opted_out = false, opt_out_changed = null where id = $1', [
      PEOPLE.received,
    ]);
    await client.end();
  }
}

/** Goal: the feed keeps at least half its rate during the change, and just after it. */
export const optOut: Measurement = {
  name: 'opt-out',
  goal: `latest posts, page 1, per second, during and after the opt-out of a player with 36,000 posts: at least ${RATIO_MIN} of before`,
  measure,
};
