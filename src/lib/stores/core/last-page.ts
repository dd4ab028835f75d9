/** Replaces a page beyond the end of a list (old links, typed addresses, deletions) by the last page (Rule 7.5). */
import { HttpError } from '#lib/client/errors.ts';
import type { Paging } from '#lib/schemas/common.ts';

/** Statuses for a page beyond the last one: 400 here, 500 in the original API. */
const REFUSALS: readonly number[] = [400, 500];

/** A page of a list, possibly shown instead of one that does not exist. */
export interface ListPage {
  paging: Paging;
  /** The requested page, which does not exist. */
  insteadOf?: number | undefined;
}

/**
 * Makes the function that loads a page of one list. If the page does not exist, `goTo` changes the address to the last page,
 * which is then loaded. If a refusal has no paging headers, page 1 is loaded to find the last page.
 */
export function createPageLoader() {
  let missing: number | undefined;
  return async <T extends ListPage>(
    page: number,
    fetch: (page: number) => Promise<T>,
    goTo: (page: number) => void,
  ): Promise<T> => {
    const insteadOf = missing;
    missing = undefined;
    const goToLast = (lastPage: number): void => {
      if (page <= lastPage) return;
      missing = page;
      goTo(lastPage);
    };
    try {
      const result = await fetch(page);
      goToLast(Math.max(1, result.paging.totalPages));
      return { ...result, insteadOf };
    } catch (error) {
      if (page > 1 && error instanceof HttpError && REFUSALS.includes(error.status))
        goToLast(Math.max(1, (error.paging ?? (await fetch(1)).paging).totalPages));
      throw error;
    }
  };
}
