/** Pages beyond the end of a list: links that are out of date, typed addresses, deletions (Rule 7.5). */
import { HttpError } from '#lib/client/errors.ts';
import type { Paging } from '#lib/schemas/common.ts';

/** Statuses that may refuse a page beyond the last one: 400 here, 500 from the original API. */
const REFUSALS: readonly number[] = [400, 500];

/** A page of a list that may be shown in place of one that does not exist. */
export interface ListPage {
  paging: Paging;
  /** The page that was requested and does not exist. */
  insteadOf?: number | undefined;
}

/** Fetches page `page` of a list; `goTo` changes the address to an existing page, which loads that one. */
export type PageLoader = <T extends ListPage>(
  page: number,
  fetch: (page: number) => Promise<T>,
  goTo: (page: number) => void,
) => Promise<T>;

/** Makes the loader of one list. When an API refuses a page without paging headers, page 1 is loaded to learn the last. */
export function createPageLoader(): PageLoader {
  let missing: number | undefined;
  return async (page, fetch, goTo) => {
    const insteadOf = missing;
    missing = undefined;
    const leaveFor = (lastPage: number): void => {
      if (page <= lastPage) return;
      missing = page;
      goTo(lastPage);
    };
    try {
      const result = await fetch(page);
      leaveFor(Math.max(1, result.paging.totalPages));
      return { ...result, insteadOf };
    } catch (error) {
      if (page > 1 && error instanceof HttpError && REFUSALS.includes(error.status))
        leaveFor(Math.max(1, (error.paging ?? (await fetch(1)).paging).totalPages));
      throw error;
    }
  };
}
