/** Warnings that their player has not confirmed yet. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { decisions, warnings } from '#api/db/decision-schema.ts';
import { sentence } from '#api/http/errors.ts';
import { WARNED_SENTENCE } from '#lib/domain/posting.ts';

/** The oldest warning in force that the player must still confirm; null without one (rule 31.31). */
export async function findUnreadWarning(db: Db, personId: number): Promise<string | null> {
  const [warning] = await db
    .select({ id: warnings.id })
    .from(warnings)
    .innerJoin(decisions, eq(decisions.id, warnings.id))
    .where(and(eq(warnings.personId, personId), isNull(warnings.confirmedAt), isNull(decisions.revertedAt)))
    .orderBy(asc(decisions.createdAt), asc(decisions.id))
    .limit(1);
  return warning?.id ?? null;
}

/** Requires that the user has confirmed every warning (rule 31.31); else 403 with a sentence. */
export async function checkNotWarned(db: Db, userId: number): Promise<void> {
  if ((await findUnreadWarning(db, userId)) !== null) throw sentence(403, WARNED_SENTENCE);
}
