/** Which decision closed an item or settled a report. Where the release before has decided, the time tells (rule 22.10). */
import { and, eq, isNull, ne, or, type SQL } from 'drizzle-orm';
import type { decisions } from '#api/db/decision-schema.ts';
import { reports, type reviews } from '#api/db/review-schema.ts';

/** A decision, or its columns. */
type Decision =
  | Pick<typeof decisions.$inferSelect, 'id' | 'createdAt'>
  | Pick<typeof decisions, 'id' | 'createdAt'>;

/** Condition on the reports of the decision's post. */
export const settledBy = ({ id, createdAt }: Decision): SQL | undefined =>
  or(
    eq(reports.decisionId, id),
    and(isNull(reports.decisionId), eq(reports.decidedAt, createdAt), ne(reports.outcome, 'deleted')),
  );

/** Whether the decision about the post of an item is the current one. */
export const isDecidedBy = (
  { decisionId, decidedAt }: typeof reviews.$inferSelect,
  { id, createdAt }: Pick<typeof decisions.$inferSelect, 'id' | 'createdAt'>,
): boolean => (decisionId === null ? decidedAt?.getTime() === createdAt.getTime() : decisionId === id);
