/**
 * `npm run bench:live`: how soon a browser shows what another user did, and how smooth the feed stays in a burst of events.
 * The burst goes directly into the hub's connection: written through the API, it would measure the database and compete with
 * the browser for the processor.
 */
import { BURST, measureBurst } from '#scripts/bench/live-burst.ts';
import { type Latency, measureLatency, observeCards } from '#scripts/bench/live-latency.ts';
import { withProduct } from '#scripts/bench/product.ts';
import { percentile, printTable } from '#scripts/bench/stats.ts';
import { runScript } from '#scripts/support/processes.ts';

const ROUNDS = Number(process.env.BENCH_RUNS || 15);
const LATENCY_MAX_MS = 100;
const FRAME_MAX_MS = 50;

function reportLatency(found: Latency[]): boolean {
  const kinds = ['newPost', 'editedPost', 'deletedPost', 'all'];
  const rows = kinds.map((kind) => {
    const events = found.filter(({ event }) => kind === 'all' || event === kind);
    const answers = events.map(({ fromAnswer }) => fromAnswer);
    const requests = events.map(({ fromRequest }) => fromRequest);
    return {
      event: kind,
      events: events.length,
      'from answer, median (ms)': percentile(answers, 0.5),
      'worst (ms)': Math.max(...answers),
      'from request, median (ms)': percentile(requests, 0.5),
    };
  });
  printTable("From the API's answer to the DOM of another browser", rows);
  return (rows.at(-1)?.['from answer, median (ms)'] ?? Number.NaN) <= LATENCY_MAX_MS;
}

await runScript(() =>
  withProduct(async ({ browser, origin, apiOrigin }) => {
    const context = await browser.newContext({ baseURL: origin });
    const page = await context.newPage();
    await page.addInitScript(observeCards);
    await page.goto('/posts');
    await page.getByText('Live', { exact: true }).waitFor();
    const isSoon = reportLatency(await measureLatency(page, apiOrigin, ROUNDS));
    await page.close();

    const rows = [];
    for (const slowdown of [1, 4])
      for (const count of [10, 100]) rows.push(await measureBurst(context, count, slowdown));
    printTable(`The feed while ${BURST.perSecond} events a second come for ${BURST.seconds} s`, rows);
    const isSmooth = rows.every((row) => row['CPU slowed'] > 1 || row['longest frame (ms)'] < FRAME_MAX_MS);
    process.exitCode = isSoon && isSmooth ? 0 : 1;
  }),
);
