/** Who wrote a report, which moderators see only on request, and keeping them from reporting (Rule 28.49). */
import { requestData } from '#lib/client/client.ts';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import { muteReporter, openReporter } from '#lib/schemas/calls/review.ts';
import { MUTE_DAYS_MAX, MuteSchema, type Reporter } from '#lib/schemas/review.ts';
import { createRemote, type RemoteStore } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { createTask, type Task } from '#lib/stores/core/task.ts';

/** A report that a moderator looks at. */
interface OpenedReport {
  reporter: RemoteStore<Reporter>;
  muting: Task;
}

const opened = new Map<string, OpenedReport>();

/** The author of a report, loading until it was requested, and how far muting them is. */
export function openedReport(reportId: string): OpenedReport {
  const report = opened.get(reportId) ?? { reporter: createRemote<Reporter>(), muting: createTask() };
  opened.set(reportId, report);
  return report;
}

/** Loads the author of a report, which is logged. */
export async function showReporter(postId: string, reportId: string): Promise<void> {
  const send = () => requestData(openReporter, { params: { postId, reportId } });
  await openedReport(reportId).reporter.load(send, { mode: 'replace' });
}

/** Keeps the author of a report from reporting for some days, as typed. */
export async function mute(postId: string, reportId: string, typed: string): Promise<void> {
  const { reporter, muting } = openedReport(reportId);
  const days = MuteSchema.safeParse({ days: Number(typed) }).data?.days;
  if (days === undefined) return muting.refuse(`Type a whole number of days from 1 to ${MUTE_DAYS_MAX}.`);
  const send = () => requestData(muteReporter, { params: { postId, reportId }, body: { days } });
  if (!(await muting.run(send, moderationRefusal))) return;
  muting.reset();
  showStatus(`Reports of this player are refused for ${days === 1 ? '1 day' : `${days} days`}.`);
  await reporter.reload({ mode: 'quiet' });
}
