/** Creating, editing and deleting a post in both databases. */
import { createPost, send } from '#scripts/bench/calls.ts';
import { PEOPLE } from '#scripts/bench/scale/data.ts';
import { type Bench, type Measurement, type Outcome, SIZE_NAMES } from '#scripts/bench/scale/measurement.ts';
import type { SizeName } from '#scripts/bench/scale/servers.ts';
import { percentile } from '#scripts/bench/stats.ts';

const ROUNDS = 100;
/** Rounds that are not counted. */
const WARM_UP = 10;
const RATIO_MAX = 1.5;
const KINDS = ['create', 'edit', 'delete'] as const;

type Times = Record<(typeof KINDS)[number], number[]>;

/** Writes about the player with the most posts, and removes it again. */
async function writeOnce(origin: string, token: string, round: number): Promise<Record<keyof Times, number>> {
  const timed = async <T>(action: Promise<T>): Promise<[number, T]> => {
    const started = performance.now();
    const result = await action;
    return [performance.now() - started, result];
  };
  const title = `Measured ${round}`;
  const [create, id] = await timed(createPost(origin, token, { player: PEOPLE.received, title }));
  const content = 'Edited by a benchmark that compares writes in a small and in a big database.';
  const supportTicketStatus = { hasTicket: false, ticketId: null };
  const body = JSON.stringify({ id, title: `${title} again`, content, flairs: 0, supportTicketStatus });
  const [edit] = await timed(send(token, 'PUT', `${origin}/api/Post`, body));
  const [remove] = await timed(send(token, 'DELETE', `${origin}/api/Post/${id}`));
  return { create, edit, delete: remove };
}

async function measure(bench: Bench): Promise<Outcome> {
  const token = await bench.tokenOf(PEOPLE.administrator);
  const times: Record<SizeName, Times> = {
    small: { create: [], edit: [], delete: [] },
    big: { create: [], edit: [], delete: [] },
  };
  for (let round = -WARM_UP; round < ROUNDS; round += 1)
    for (const size of SIZE_NAMES) {
      const result = await writeOnce((await bench.api(size)).origin(), token, round);
      if (round >= 0) for (const kind of KINDS) times[size][kind].push(result[kind]);
    }
  const rows = KINDS.map((write) => {
    const [small, big] = [percentile(times.small[write], 0.5), percentile(times.big[write], 0.5)];
    return { write, 'small (ms)': small, 'big (ms)': big, ratio: big / small };
  });
  return { rows, isMet: rows.every(({ ratio }) => ratio <= RATIO_MAX) };
}

/** Goal: at most 1.5 times as long as in the small database. */
export const writes: Measurement = {
  name: 'writes',
  goal: `writes: big / small at most ${RATIO_MAX}`,
  measure,
};
