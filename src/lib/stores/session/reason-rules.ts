/** The guidelines that a reason names, for an API that stores them (Rule 28.42). */
import { hasFeature } from '#lib/client/features.ts';
import { readReason } from '#lib/domain/guidelines.ts';
import { $guidelines } from '#lib/stores/guidelines/guidelines.ts';

/** The codes as a part of the request; empty in front of another API, and without any. Throws as `request` does. */
export async function rulesInReason(reason: string): Promise<{ rules?: string[] }> {
  const { rules } = readReason(reason, $guidelines.get());
  return rules.length > 0 && (await hasFeature('reasons')) ? { rules: rules.map(({ code }) => code) } : {};
}
