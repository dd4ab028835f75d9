/** What the form for a platform ban holds, checked with the limits of the wire contract. */
import { BAN_DAYS_MAX, ModReasonSchema } from '#lib/schemas/moderation.ts';
import { z } from '#lib/schemas/zod.ts';

/** Lengths that can be picked, in days as text; `permanent` has no end, `custom` is typed. */
export const BAN_LENGTHS = ['1', '3', '7', '30', 'permanent', 'custom'] as const;
export type BanLength = (typeof BAN_LENGTHS)[number];

/** A whole number of days that a ban may last. */
function isBanDays(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= BAN_DAYS_MAX;
}

/** The fields of a ban: `customDays` counts only when the length is custom. */
export const BanFormSchema = z
  .object({
    length: z.literal(BAN_LENGTHS),
    customDays: z.string().check(z.trim()),
    reason: ModReasonSchema,
  })
  .check(
    z.refine(({ length, customDays }) => length !== 'custom' || customDays !== '', {
      path: ['customDays'],
      params: { kind: 'required' },
    }),
    z.refine(({ length, customDays }) => length !== 'custom' || customDays === '' || isBanDays(customDays), {
      path: ['customDays'],
      params: { kind: 'pattern' },
    }),
  );
export type BanForm = z.output<typeof BanFormSchema>;

/** Days of a ban as the API takes them: 0 is for good. */
export function banDays({ length, customDays }: Pick<BanForm, 'length' | 'customDays'>): number {
  if (length === 'permanent') return 0;
  return Number(length === 'custom' ? customDays : length);
}
