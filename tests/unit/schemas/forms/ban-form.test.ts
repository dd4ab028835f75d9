import { describe, expect, it } from 'vitest';
import { type BanForm, BanFormSchema, banDays } from '#lib/schemas/forms/ban-form.ts';
import { formMessage } from '#lib/schemas/forms/messages.ts';

const form = (overrides: Partial<BanForm> = {}): BanForm => ({
  length: '7',
  customDays: '',
  reason: 'Insults in three posts.',
  ...overrides,
});

function messages(values: BanForm): Record<string, string> {
  const { error } = BanFormSchema.safeParse(values, { error: formMessage });
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
}

describe('the form of a ban', () => {
  it.each([
    [{ length: '1' }, 1],
    [{ length: '30' }, 30],
    [{ length: 'permanent', customDays: '5' }, 0],
    [{ length: 'custom', customDays: ' 45 ' }, 45],
    [{ length: 'custom', customDays: '3650' }, 3650],
  ] satisfies [Partial<BanForm>, number][])('%j lasts %i days (Rule 11.8)', (overrides, days) => {
    expect(banDays(BanFormSchema.parse(form(overrides)))).toBe(days);
  });

  it.each([
    ['', 'This field is required.'],
    ['  ', 'This field is required.'],
    ['0', "The value doesn't follow the required pattern."],
    ['-3', "The value doesn't follow the required pattern."],
    ['1.5', "The value doesn't follow the required pattern."],
    ['3651', "The value doesn't follow the required pattern."],
    ['a week', "The value doesn't follow the required pattern."],
  ])('refuses %j as a number of days (Rule 9.8)', (customDays, message) => {
    expect(messages(form({ length: 'custom', customDays }))).toEqual({ customDays: message });
    expect(messages(form({ length: '1', customDays }))).toEqual({});
  });

  it.each([
    ['   ', 'This field is required.'],
    ['x'.repeat(1001), 'The value must be at most 1000 characters long.'],
  ])('refuses a reason that is empty or too long (Rule 9.8)', (reason, message) => {
    expect(messages(form({ reason }))).toEqual({ reason: message });
    expect(messages(form({ reason: 'x'.repeat(1000) }))).toEqual({});
  });

  it('reports both errors at once', () => {
    expect(Object.keys(messages(form({ length: 'custom', reason: '' })))).toEqual(['reason', 'customDays']);
  });
});
