/** `kill -9` of one of two processes while both take posts, ten times. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createPost } from '#scripts/bench/calls.ts';
import { type Cluster, startCluster } from '#scripts/bench/scale/cluster.ts';
import { type Bench, type Measurement, type Outcome, until } from '#scripts/bench/scale/measurement.ts';
import { replayFile } from '#tests/support/replay-file.ts';

const KILLS = 10;
const WRITERS = 8;
/** Posts that are acknowledged between two kills. */
const POSTS_BETWEEN = 60;
const WAIT_MS = 60_000;
/** A writer's break after a refused request. */
const RETRY_MS = 50;

/** Every fourth post comes with a replay: each file is different. */
function replayOf(index: number): Blob | undefined {
  if (index % 4 !== 0) return undefined;
  return new Blob([replayFile(), new TextEncoder().encode(`bytes after the payload ${index}`)]);
}

/** Writes until it is stopped; a request that a kill cut off is not repeated. */
function startWriting(cluster: Cluster) {
  const acknowledged = new Map<string, Blob | undefined>();
  let refused = 0;
  let index = 0;
  let isRunning = true;
  const write = async (writer: number): Promise<void> => {
    while (isRunning) {
      index += 1;
      const replay = replayOf(index);
      const author = await cluster.nextAuthor();
      const origin = cluster.processes[writer % cluster.processes.length]?.origin() ?? '';
      const post = { author, player: author.player, ...(replay && { replay }) };
      await createPost(origin, author.token, post).then(
        (id) => acknowledged.set(id, replay),
        async () => {
          refused += 1;
          await sleep(RETRY_MS);
        },
      );
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  return {
    acknowledged,
    refused: () => refused,
    async stop() {
      isRunning = false;
      await writers;
    },
  };
}

const count = async ({ client }: Cluster, query: string, values: unknown[] = []): Promise<number> =>
  Number((await client.query<{ count: string }>(query, values)).rows[0]?.count);

const WRONG_KARMA = `select count(*) from eu.players left join (
    select player_id, sum(applied_site_karma) as karma from eu.posts group by player_id) as sums on player_id = id
  where site_karma <> coalesce(karma, 0)`;
const WITHOUT_REPLAY = `select count(*) from eu.posts left join eu.replays on post_id = posts.id
  where flairs <> 0 and replays.id is null`;

/** Replays of acknowledged posts whose download differs from what was sent. */
async function countWrongFiles(
  cluster: Cluster,
  sent: ReadonlyMap<string, Blob | undefined>,
): Promise<number> {
  let wrong = 0;
  const origin = cluster.processes[0]?.origin();
  for (const [id, replay] of sent) {
    if (replay === undefined) continue;
    const { model } = (await (await fetch(`${origin}/api/Post/${id}`)).json()) as {
      model: { replayId: string };
    };
    const answer = await fetch(`${origin}/api/Replay/${model.replayId}/file`);
    const [found, expected] = [
      Buffer.from(await answer.arrayBuffer()),
      Buffer.from(await replay.arrayBuffer()),
    ];
    if (!answer.ok || !found.equals(expected)) wrong += 1;
  }
  return wrong;
}

async function measure({ server }: Bench): Promise<Outcome> {
  const cluster = await startCluster(server, 2);
  try {
    const writing = startWriting(cluster);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = writing.acknowledged.size;
      await until(() => writing.acknowledged.size >= before + POSTS_BETWEEN, WAIT_MS);
      await cluster.processes[kill % 2]?.end('SIGKILL');
      await cluster.restart(kill % 2);
    }
    await writing.stop();
    const ids = [...writing.acknowledged.keys()];
    const stored = await count(cluster, 'select count(*) from eu.posts where id = any($1)', [ids]);
    const row = {
      kills: KILLS,
      acknowledged: ids.length,
      'with replay': [...writing.acknowledged.values()].filter(Boolean).length,
      'cut off or refused': writing.refused(),
      lost: ids.length - stored,
      'wrong karma': await count(cluster, WRONG_KARMA),
      'rated without replay': await count(cluster, WITHOUT_REPLAY),
      'wrong files': await countWrongFiles(cluster, writing.acknowledged),
    };
    const wrong = row.lost + row['wrong karma'] + row['rated without replay'] + row['wrong files'];
    return { rows: [row], isMet: wrong === 0 && ids.length >= KILLS * POSTS_BETWEEN };
  } finally {
    await cluster.close();
  }
}

/** Goal: nothing acknowledged is lost, and files and karma are right. */
export const kills: Measurement = {
  name: 'kills',
  goal: `kill -9 of one of two processes under writes, ${KILLS} times: nothing acknowledged lost, files and karma right`,
  measure,
};
