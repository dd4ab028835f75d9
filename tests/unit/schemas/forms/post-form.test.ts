import { describe, expect, it } from 'vitest';
import { needsReplay, offersTicket, parseFlairs } from '#lib/domain/flairs.ts';
import { formMessage } from '#lib/schemas/forms/messages.ts';
import { type PostFormValues, postFormSchema } from '#lib/schemas/forms/post-form.ts';
import { REPLAY_MAX_BYTES } from '#lib/schemas/replay-upload.ts';
import type { z } from '#lib/schemas/zod.ts';

const NEUTRAL = { performance: null, teamplay: null, courtesy: null };

function replayFile(name = 'battle.wowsreplay', size = 64, head = [0x12, 0x32, 0x34, 0x11]): File {
  const bytes = new Uint8Array(size);
  bytes.set(head);
  return new File([bytes], name);
}

function values(overrides: Partial<PostFormValues> = {}): PostFormValues {
  return {
    title: 'A steady hand at the cap',
    content: 'Screened the flank for ten minutes and never once complained about it.',
    flairs: NEUTRAL,
    ticketId: '',
    replay: null,
    guidelinesAccepted: true,
    ...overrides,
  };
}

async function messages(schema: z.ZodMiniType, input: unknown): Promise<Record<string, string>> {
  const result = await schema.safeParseAsync(input, { error: formMessage });
  const issues = result.success ? [] : result.error.issues;
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]));
}

const create = postFormSchema({ needsReplay, offersTicket });
const edit = postFormSchema({ needsReplay: () => false, offersTicket });
/** Flairs that offer the ticket field, and the replay that they need. */
const withTicket = () => ({ flairs: { ...NEUTRAL, teamplay: false }, replay: replayFile() });
const REQUIRED = 'This field is required.';

describe('The post form', () => {
  it.each([
    ['title', '', REQUIRED],
    ['title', '    ', REQUIRED],
    ['title', '\u2060'.repeat(10), REQUIRED],
    ['content', '\u3164'.repeat(60), REQUIRED],
    ['title', 'Four', 'The value must be at least 5 characters long.'],
    ['title', `  Four${' '.repeat(20)}`, 'The value must be at least 5 characters long.'],
    ['title', 'x'.repeat(61), 'The value must be at most 60 characters long.'],
    ['title', '⚓'.repeat(61), 'The value must be at most 60 characters long.'],
    ['content', '', REQUIRED],
    ['content', 'x'.repeat(49), 'The value must be at least 50 characters long.'],
    ['content', 'x'.repeat(2001), 'The value must be at most 2000 characters long.'],
    ['guidelinesAccepted', false, REQUIRED],
  ])('%s %j gets "%s" (Rule 9.8)', async (field, value, message) => {
    expect(await messages(create, values({ [field]: value }))).toEqual({ [field]: message });
  });

  it('accepts texts at their limits, counted in UTF-16 units after trimming (Rule 9.1)', async () => {
    const limits = [
      { title: ' 12345 ', content: 'x'.repeat(50) },
      { title: '🚢'.repeat(30), content: `${'x'.repeat(2000)}\n` },
      { ...withTicket(), ticketId: '123456789' },
    ];
    for (const limit of limits) expect(await messages(create, values(limit))).toEqual({});
  });

  it('trims texts and reads an empty ticket id as none', async () => {
    const parsed = await edit.parseAsync(values({ ...withTicket(), title: '  Steady  ', ticketId: ' ' }));
    expect(parsed.title).toBe('Steady');
    expect(parsed.ticketId).toBeNull();
  });

  it('drops the ticket id when its field is not shown (Rule 9.4)', async () => {
    const tooLong = { ticketId: '1234567890' };
    expect(await messages(create, values({ ...withTicket(), ...tooLong }))).toEqual({
      ticketId: 'The value must be at most 9 characters long.',
    });
    for (const schema of [create, edit])
      expect((await schema.parseAsync(values(tooLong))).ticketId).toBeNull();
    for (const [packed, kept] of [
      [0, null],
      [2, null],
      [8, '12'],
      [32, '12'],
      [8 | 32, '12'],
      [1 | 4 | 16, null],
    ] as const) {
      const { ticketId } = await edit.parseAsync(values({ flairs: parseFlairs(packed), ticketId: '12' }));
      expect(ticketId, `flairs ${packed}`).toBe(kept);
    }
  });

  it.each(['performance', 'teamplay', 'courtesy'] as const)(
    'needs a replay for a new post once %s is not neutral, whatever else is wrong (Rule 9.3)',
    async (flair) => {
      const good = { ...NEUTRAL, [flair]: true };
      expect(await messages(create, values({ flairs: good }))).toEqual({ replay: REQUIRED });
      const flairs = { ...NEUTRAL, [flair]: false };
      expect(await messages(create, values({ flairs }))).toEqual({ replay: REQUIRED });
      expect(await messages(create, values({ flairs, title: '' }))).toEqual({
        replay: REQUIRED,
        title: REQUIRED,
      });
      expect(await messages(create, values({ flairs, guidelinesAccepted: false }))).toMatchObject({
        replay: REQUIRED,
      });
      expect(await messages(create, values({ flairs, replay: replayFile() }))).toEqual({});
    },
  );

  it('requires no replay for an edit (Rule 9.3)', async () => {
    const flairs = { ...NEUTRAL, courtesy: true };
    expect(await messages(edit, values({ flairs }))).toEqual({});
  });

  it.each([
    ['a wrong extension', replayFile('battle.mp4'), 'The file extension must be .wowsreplay.'],
    [
      'too many bytes',
      replayFile('a.wowsreplay', REPLAY_MAX_BYTES + 1),
      'The file size must be at most 5 MiB.',
    ],
    [
      'other first bytes',
      replayFile('a.wowsreplay', 8, [80, 75, 3, 4]),
      'The format of the specified file is not supported.',
    ],
    ['nothing in it', new File([], 'a.wowsreplay'), 'The format of the specified file is not supported.'],
  ])('refuses a replay file with %s (Rule 9.6)', async (_, replay, message) => {
    expect(await messages(create, values({ replay }))).toEqual({ replay: message });
  });

  it('refuses a replay file that was moved or changed since it was chosen (Rule 9.8)', async () => {
    const replay = replayFile();
    replay.slice = () => {
      throw new DOMException('Gone.', 'NotReadableError');
    };
    expect(await messages(create, values({ replay }))).toEqual({
      replay: 'The format of the specified file is not supported.',
    });
  });

  it('accepts an extension in any letter case and a file of exactly the limit', async () => {
    const replay = replayFile('BATTLE.WoWSReplay', REPLAY_MAX_BYTES);
    expect(await messages(create, values({ replay }))).toEqual({});
  });
});
