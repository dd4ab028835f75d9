import type { Paging } from '#lib/schemas/common.ts';
import { Alert } from '../Alert.tsx';

interface MissingPageProps {
  /** The requested page, which does not exist; nothing is shown without one. */
  page: number | undefined;
  /** The paging of the page that is shown instead. */
  shown: Paging;
}

/** A message that another page is shown because the requested one does not exist. */
export function MissingPage({ page, shown }: MissingPageProps) {
  if (page === undefined) return null;
  return (
    <Alert>
      There is no page {page}. This is the {shown.currentPage === 1 ? 'first' : 'last'} page.
    </Alert>
  );
}
