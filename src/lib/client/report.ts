/** Calls of `/api/report`. Each throws as `request` does. */
import { requestData } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/report.ts';
import type { Report, ReportCreate } from '#lib/schemas/report.ts';

/** Reports a post. */
export const createReport = (body: ReportCreate, signal?: AbortSignal) =>
  requestData(calls.createReport, { body, signal });

/** The viewer's own report of a post, or of its reply; null without one. */
export async function findReport(
  postId: string,
  ofReply: boolean,
  signal?: AbortSignal,
): Promise<Report | null> {
  const reports = await requestData(calls.listReports, { query: { postId }, signal });
  return reports.find((report) => (report.ofReply ?? false) === ofReply) ?? null;
}

/** How many posts about and by a player have open reports, for staff. */
export const countReports = (userId: number, signal?: AbortSignal) =>
  requestData(calls.countReports, { params: { userId }, signal });
