import type { Paging } from '#lib/schemas/common.ts';
import { Alert } from '../Alert.tsx';

interface MissingPageProps {
  /** The page that was requested and does not exist; nothing is shown without one. */
  page: number | undefined;
  /** What is shown in its place. */
  shown: Paging;
}

/** Says that another page is shown because the requested one does not exist. */
export function MissingPage({ page, shown }: MissingPageProps) {
  if (page === undefined) return null;
  return (
    <Alert>
      There is no page {page}. This is the {shown.currentPage === 1 ? 'first' : 'last'} page.
    </Alert>
  );
}
