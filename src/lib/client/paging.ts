/** Paging of a response: four headers, or in some APIs fields of the body next to the items. */
import { PAGING_HEADERS, type Paging, PagingSchema } from '#lib/schemas/common.ts';

function headerNumber(headers: Headers, name: string): number | undefined {
  const text = headers.get(name)?.trim();
  return text === undefined || text === '' ? undefined : Number(text);
}

/** Paging from the headers, whose current page counts from 0; null when one is missing or invalid. */
export function readPaging(headers: Headers): Paging | null {
  const current = headerNumber(headers, PAGING_HEADERS.current);
  const paging = PagingSchema.safeParse({
    currentPage: current === undefined ? undefined : current + 1,
    totalPages: headerNumber(headers, PAGING_HEADERS.total),
    pageSize: headerNumber(headers, PAGING_HEADERS.size),
    totalItems: headerNumber(headers, PAGING_HEADERS.items),
  });
  return paging.data ?? null;
}

/** Splits a body that has its paging next to its only array; any other body is the items. */
export function unwrapPagedBody(body: unknown): { items: unknown; paging: Paging | null } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { items: body, paging: null };
  const items = Object.values(body).find((value) => Array.isArray(value));
  if (items === undefined) return { items: body, paging: null };
  return { items, paging: PagingSchema.safeParse(body).data ?? null };
}

/** The response's paging, or else a guess from the items, so that there is always one to show. */
export function pagingOrGuess(
  paging: Paging | null,
  items: readonly unknown[],
  { page = 1, pageSize }: { page?: number | undefined; pageSize: number },
): Paging {
  if (paging !== null) return paging;
  const totalItems = (page - 1) * pageSize + items.length;
  // An empty page is beyond the last one, whose number is unknown; page 1 always exists.
  const totalPages = items.length > 0 ? page : Math.min(page - 1, 1);
  return { currentPage: page, totalPages, pageSize, totalItems };
}
