/** Paging: limits of the request, headers of the answer. */

import type { Ctx } from '#api/calls/core/route.ts';
import type { PageWindow } from '#api/db/sql.ts';
import { validationError } from '#api/http/errors.ts';
import { pageSizeMax } from '#lib/domain/permissions.ts';
import { PAGING_HEADERS } from '#lib/schemas/common.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

type PagedCtx = Pick<Ctx, 'request' | 'reply'> & {
  viewer: SessionUser | null;
  query: { page: number; pageSize: number };
};

/** The requested page; 400 when its size is more than this viewer may request. */
export function pageWindow({ query, viewer, request }: PagedCtx): PageWindow {
  const max = pageSizeMax(viewer);
  if (query.pageSize > max)
    throw validationError({ pageSize: [`The value must be at most ${max}.`] }, request.id);
  return { limit: query.pageSize, offset: (query.page - 1) * query.pageSize };
}

/**
 * Sets the four paging headers; the current page starts at 0 there. A page after the last one gets 400 with the same
 * headers, so that the client knows the last page (rules 7.5 and 17.8).
 */
export function sendPaging({ query, request, reply }: PagedCtx, totalItems: number): void {
  const totalPages = Math.ceil(totalItems / query.pageSize);
  const headers = {
    [PAGING_HEADERS.current]: String(query.page - 1),
    [PAGING_HEADERS.size]: String(query.pageSize),
    [PAGING_HEADERS.total]: String(totalPages),
    [PAGING_HEADERS.items]: String(totalItems),
  };
  if (query.page > Math.max(1, totalPages)) {
    const last = totalPages <= 1 ? 'there is only one page' : `the last page is ${totalPages}`;
    throw validationError({ page: [`The page is out of range: ${last}.`] }, request.id, headers);
  }
  reply.headers(headers);
}
