/** Calls of `/api/report`. Each throws as `request` does. */
import { request } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/report.ts';
import type { Report, ReportCounts, ReportCreate } from '#lib/schemas/report.ts';

/** Reports a post. */
export async function createReport(body: ReportCreate, signal?: AbortSignal): Promise<Report> {
  return (await request(calls.createReport, { body, signal })).data;
}

/** The viewer's own report of a post; null without one. */
export async function findReport(postId: string, signal?: AbortSignal): Promise<Report | null> {
  return (await request(calls.listReports, { query: { postId }, signal })).data[0] ?? null;
}

/** How many posts about and by a player have open reports, for staff. */
export async function countReports(userId: number, signal?: AbortSignal): Promise<ReportCounts> {
  return (await request(calls.countReports, { params: { userId }, signal })).data;
}
