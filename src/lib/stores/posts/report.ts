/** Reporting a post, and what became of the viewer's own report (Rules 28.10 and 28.15). */
import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { HttpError } from '#lib/client/errors.ts';
import { hasFeature } from '#lib/client/features.ts';
import { formatDateTime } from '#lib/domain/dates.ts';
import { type Refusal, refusalSentence } from '#lib/domain/refusal.ts';
import { reportLimitSentence } from '#lib/domain/reports.ts';
import { runtime } from '#lib/runtime.ts';
import { createReport, listReports } from '#lib/schemas/calls/report.ts';
import { orElse } from '#lib/schemas/common.ts';
import type { ReportForm } from '#lib/schemas/forms/report-form.ts';
import type { Report } from '#lib/schemas/report.ts';
import { z } from '#lib/schemas/zod.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { showModerated } from '#lib/stores/posts/moderated.ts';
import { closePostDialog, type PostDialog } from '#lib/stores/posts/post-dialog.ts';
import { editorTask } from '#lib/stores/posts/post-editor.ts';
import { createDraft, type Draft, draftKey } from '#lib/stores/session/draft.ts';

// Without a ticked guideline, the form has no rule.
const DraftSchema = z.object({ rule: orElse(z.string(), ''), words: z.string(), withMoment: z.boolean() });

/** The dialog with the form. */
export type ReportDialog = Extract<PostDialog, { kind: 'report' }>;

/** The form before anything was typed. */
export const EMPTY_REPORT: ReportForm = { rule: '', words: '', withMoment: false };

/** The draft of a report of the post, or of its reply. */
export const reportDraft = ({ post, ofReply }: ReportDialog): Draft<ReportForm> =>
  createDraft(
    () => draftKey('report', ofReply ? `${post.id}:reply` : post.id),
    DraftSchema,
    ({ rule, ...form }) => ({ rule: rule ?? '', ...form }),
  );

/** The last report that this page has sent. */
const sent = atom<Report | null>(null);

function reportRefusal(refusal: Refusal): string {
  const { status, until, message } = refusal;
  if (status === 429 && until !== null) return reportLimitSentence(formatDateTime(until));
  return [403, 409, 422].includes(status) ? message : refusalSentence(refusal);
}

/** Sends a report. A refusal is shown through `$sending`, and the draft is kept. A reply that was changed is loaded again. */
export async function sendReport(
  dialog: ReportDialog,
  { rule, words, withMoment }: ReportForm,
  moment: number | null,
): Promise<void> {
  const { id: postId, reply } = dialog.post;
  const ofReply = dialog.ofReply && { ofReply: true, replyAt: reply?.updatedAt ?? reply?.createdAt };
  const about = { postId, ...ofReply };
  const body = { ...about, rule, words, moment: withMoment ? moment : null };
  const send = async (signal: AbortSignal): Promise<void> =>
    sent.set(await requestData(createReport, { body, signal }));
  const onFailure = (error: unknown) =>
    error instanceof HttpError && error.status === 409 && showModerated(postId);
  if (!(await editorTask.run(send, reportRefusal, onFailure))) return;
  reportDraft(dialog).discard();
  editorTask.reset();
  closePostDialog();
  showStatus('Reported. Moderators will look at it.');
}

/** The viewer's own reports of a post and its reply, newest first; undefined until they are known. */
function ownReports(postId: string): ReadableAtom<readonly Report[] | undefined> {
  const found = atom<readonly Report[] | undefined>();
  onMount(found, () => {
    const aborting = new AbortController();
    const load = async (): Promise<void> => {
      const { signal } = aborting;
      found.set(
        (await hasFeature('reports')) ? await requestData(listReports, { query: { postId }, signal }) : [],
      );
    };
    load().catch((error: unknown) => {
      runtime.warn('The own report could not be loaded.', error);
      if (!aborting.signal.aborted) found.set([]);
    });
    return () => aborting.abort();
  });
  return computed([found, sent], (stored, just) =>
    stored && just?.postId === postId ? [just, ...stored] : stored,
  );
}

/** The viewer's own report of a post, or of its reply, once it is known. */
export const ownReport = (postId: string, ofReply: boolean): ReadableAtom<Report | null> =>
  computed(
    ownReports(postId),
    (reports) => reports?.find((report) => (report.ofReply ?? false) === ofReply) ?? null,
  );

/** Whether the viewer waits for a decision about the post, and so does not act on it (Rule 28.26); true until it is known. */
export const isOwnReportOpen = (postId: string): ReadableAtom<boolean> =>
  computed(ownReports(postId), (reports) => reports?.some(({ outcome }) => outcome === 'open') ?? true);
