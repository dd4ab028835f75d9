/** `/jobs`: the state of replay processing, for staff (rule 2.7). */
import { and, isNotNull, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { shownTime } from '#api/base/shown-text.ts';
import type { Deps } from '#api/calls/core/route.ts';
import type { Db } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import { newestFirst } from '#api/db/sql.ts';
import { html, sendPage } from '#api/http/page.ts';
import { countReplays } from '#api/model/posts/totals.ts';
import type { Metrics } from '#api/operation/metrics.ts';
import type { RefusalCause } from '#api/operation/upload-counts.ts';
import { hasRole, isStaff } from '#lib/domain/permissions.ts';
import { paths } from '#lib/paths.ts';
import { regionOfHost, regions } from '#lib/regions.ts';
import { REPLAY_STATE } from '#lib/schemas/replay.ts';

/** The page's address. */
const PATH = '/jobs';
/** The former address of the page and of those below it, which staff may have bookmarked. */
const FORMER_PATHS = ['/hangfire', '/hangfire/*'];

/** Jobs on the page: first those in progress, then failures, then the newest. */
const SHOWN = 100;

const isWaiting = isNotNull(replays.runAfter);
const hasFailed = and(isNull(replays.runAfter), isNotNull(replays.lastError));
const isDone = and(isNull(replays.runAfter), isNull(replays.lastError));

/** Each kind has an index. */
async function readJobs(db: Db) {
  const { id, postId, fileName, state, attempts, lastError, runAfter, startedAt, processedAt } = replays;
  const columns = { id, postId, fileName, state, attempts, lastError, runAfter, startedAt, processedAt };
  const jobs = [];
  for (const where of [isWaiting, hasFailed, isDone])
    if (jobs.length < SHOWN)
      jobs.push(
        ...(await db
          .select(columns)
          .from(replays)
          .where(where)
          .orderBy(...newestFirst(replays.createdAt, replays.id))
          .limit(SHOWN - jobs.length)),
      );
  return jobs;
}
type JobRow = Awaited<ReturnType<typeof readJobs>>[number];

async function readCounts(db: Db) {
  return {
    all: await countReplays(db),
    waiting: await db.$count(replays, isWaiting),
    ready: await db.$count(replays, sql`${replays.state} = ${sql.raw(String(REPLAY_STATE.ready))}`),
    failed: await db.$count(replays, hasFailed),
  };
}

const at = (date: Date | null): string => (date === null ? '–' : shownTime(date));

function stateOf({ state, startedAt, runAfter, lastError }: JobRow): string {
  if (runAfter !== null && startedAt !== null) return `Running since ${at(startedAt)}`;
  if (runAfter !== null) return `${lastError === null ? 'Waiting' : 'Will be retried'}, due ${at(runAfter)}`;
  if (lastError !== null) return 'Failed';
  return state === REPLAY_STATE.ready ? 'Ready' : 'No minimap';
}

const item = (job: JobRow, site: string) => html`<li><a href="${`${site}${paths.post(job.postId)}`}">
<span>${job.fileName}</span><strong>${stateOf(job)}</strong>
<small>${`Attempts: ${job.attempts} · Processed: ${at(job.processedAt)} · Replay ${job.id}`}</small>
${job.lastError === null ? [] : html`<small>${job.lastError}</small>`}</a></li>`;

const REFUSALS: Readonly<Record<RefusalCause, string>> = {
  class: 'unknown class',
  code: 'code',
  damaged: 'damaged',
  costly: 'too much work',
  invalid: 'invalid',
};

/** A line for each version of the game: a patch can break uploads for everyone. */
function uploadLines({ since, byVersion }: ReturnType<Metrics['uploads']>) {
  const lines = [...byVersion].toReversed().map(([version, counts]) => {
    const causes = Object.entries(REFUSALS).flatMap(([cause, name]) => {
      const count = counts.get(cause as RefusalCause);
      return count === undefined ? [] : [`${count} refused (${name})`];
    });
    const header = counts.get('header');
    const stored = [
      `${counts.get('stored') ?? 0} stored`,
      ...(header ? [`${header} stored by the header only`] : []),
    ];
    return html`<li>${`Game version ${version}: ${[...stored, ...causes].join(' · ')}`}</li>`;
  });
  return html`<h2>Uploads by game version</h2>
<p class="dim">${`In all regions, since this process started: ${at(since)}.`}</p>
${lines.length === 0 ? html`<p>There were none.</p>` : html`<ul>${lines}</ul>`}`;
}

const refuse = (reply: FastifyReply, status: 401 | 403, site: string, text: string): FastifyReply =>
  sendPage(
    reply,
    status,
    'Jobs',
    html`<h1>${status}</h1><p>${text}</p><p class="actions"><a class="button" href="${`${site}/`}">To the site</a></p>`,
  );

/** Registers the page and the redirect from its former address. The viewer is known by the region's cookie. */
export function jobsPage(
  app: FastifyInstance,
  { config, database, authenticator, replayJobs, metrics }: Deps,
): void {
  for (const former of FORMER_PATHS) app.get(former, async (_request, reply) => reply.redirect(PATH, 301));
  app.get(PATH, async (request, reply) => {
    const region = regionOfHost(request.headers.host, config.regions);
    const site = config.siteOrigins[region][0] ?? '';
    const viewer = await authenticator.authenticate(request.raw);
    if (viewer === null)
      return refuse(reply, 401, site, 'Sign in on the site first, then open this page again.');
    if (!isStaff(viewer)) return refuse(reply, 403, site, 'This page is for moderators and administrators.');
    const { jobs, counts } = await database.read(region, async (db) => ({
      counts: await readCounts(db),
      jobs: await readJobs(db),
    }));
    const renderer =
      config.minimapRenderer !== null
        ? `Every replay gets up to ${replayJobs.maxAttempts} attempts.`
        : 'No minimap renderer is configured: install ffmpeg, or set MINIMAP_RENDERER, to get minimaps.';
    return sendPage(
      reply,
      200,
      'Jobs',
      html`<h1>Replay jobs, ${regions[region].label}</h1>
<p>${`${counts.all} replays: ${counts.waiting} being processed, ${counts.ready} with a minimap, ${counts.failed} failed.`} ${renderer}</p>
${hasRole(viewer, 'admin') ? uploadLines(metrics.uploads()) : []}
<h2>Jobs</h2>
${counts.all === 0 ? html`<p>There are no replays yet.</p>` : html`<ul>${jobs.map((job) => item(job, site))}</ul>`}
${counts.all > SHOWN ? html`<p class="dim">${`Only ${SHOWN} are listed: in progress first, then failed, then newest.`}</p>` : []}`,
    );
  });
}
