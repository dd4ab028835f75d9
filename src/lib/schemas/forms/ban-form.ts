/** Schema of the form for a platform ban, with the limits of the wire contract. */
import { BAN_DAYS_MAX, ModReasonSchema } from '#lib/schemas/written-moderation.ts';
import { z } from '#lib/schemas/zod.ts';

/** The lengths on offer, in days as text; `permanent` has no end, `custom` is typed. */
export const BAN_LENGTHS = ['1', '3', '7', '30', 'permanent', 'custom'] as const;
export type BanLength = (typeof BAN_LENGTHS)[number];

/** Whether a text is a whole number of days within the limits. */
function isBanDays(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= BAN_DAYS_MAX;
}

/** The fields of a ban, whose length is empty until it is chosen: `customDays` counts only when it is custom. */
export const BanFormSchema = z
  .object({
    length: z.pipe(z.literal(['', ...BAN_LENGTHS]), z.literal(BAN_LENGTHS)),
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
/** The fields before they are complete. */
export type BanValues = z.input<typeof BanFormSchema>;

/** The days of a ban as the API expects them; 0 is permanent. */
export function banDays({ length, customDays }: Pick<BanForm, 'length' | 'customDays'>): number {
  if (length === 'permanent') return 0;
  return Number(length === 'custom' ? customDays : length);
}
