import { describe, expect, it, test } from 'vitest';
import { ClanListingSchema, ClanSchema } from '#lib/schemas/clan.ts';
import { ModActionSchema, PlatformBanSchema } from '#lib/schemas/moderation.ts';
import { PlayerListingSchema, PlayerProfileSchema } from '#lib/schemas/player.ts';
import { PostSchema } from '#lib/schemas/post.ts';
import { ReplayPlayerSchema } from '#lib/schemas/replay.ts';
import { CLAIMS, SessionUserSchema } from '#lib/schemas/session.ts';
import { isVisible, limitClusters } from '#lib/schemas/visible-text.ts';
import { ModReasonSchema } from '#lib/schemas/written-moderation.ts';
import { guid, makePost } from '#tests/support/builders.ts';

const INVISIBLE: readonly [string, string][] = [
  ['white space', ' \t\n\u00a0\u2003\u3000'],
  ['control characters', '\u0001\u0085'],
  ['a zero-width space', '\u200b'],
  ['a word joiner', '\u2060'],
  ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
  ['a blank Braille pattern', '\u2800'],
  ['a soft hyphen', '\u00ad'],
  ['a Mongolian vowel separator', '\u180e'],
  ['variation selectors', '\ufe0f\ufe00\u{e0100}'],
  ['tag letters', '\u{e0041}\u{e0042}\u{e007f}'],
  ['direction marks', '\u200e\u202e\u2066\u061c'],
  ['a byte order mark', '\ufeff'],
  ['annotation characters', '\ufff9\ufffb'],
  ['a null notehead', '\u{1d159}'],
];

describe('visible text', () => {
  test.each(INVISIBLE)('does not include %s (Rule 9.16)', (_, text) => {
    expect(isVisible(text.repeat(20))).toBe(false);
    expect(isVisible(`${text}a${text}`)).toBe(true);
  });

  test.each(['a', '⚓', 'Ж', '軍', 'ء', '-', '\u0301', '\u{1f6a2}', '\ufffc'])('includes %j', (text) => {
    expect(isVisible(text)).toBe(true);
  });

  test.each(INVISIBLE)('is required in a reason, which %s is not (Rule 9.16)', (_, text) => {
    const { error } = ModReasonSchema.safeParse(text);
    expect(error?.issues).toMatchObject([{ code: 'too_small', minimum: 1 }]);
  });
});

describe('invisible names from outside (Rule 16.9)', () => {
  const nameless = { id: 7, username: '\u2060\u3164' };
  const read = (parsed: unknown): string => JSON.stringify(parsed);

  it('of players are replaced by the account id', () => {
    for (const schema of [PlayerListingSchema, PlayerProfileSchema])
      expect(read(schema.parse(nameless))).toContain('"username":"Player 7"');
    const post = PostSchema.parse({ ...makePost(), author: nameless, player: { id: 8 } });
    expect([post.author.username, post.player.username]).toEqual(['Player 7', 'Player 8']);
    expect(ReplayPlayerSchema.parse({ accountId: 7, name: '\u200b' }).name).toBe('Player 7');
    expect(ReplayPlayerSchema.parse({ name: '' }).name).toBe('Unknown player');
  });

  it('of AI ships that are keys of the game’s texts become "AI ship" (Rule 15.14)', () => {
    const nameOf = (name: string, accountId: number) => ReplayPlayerSchema.parse({ name, accountId }).name;
    expect(nameOf('IDS_OP_02_02_BOT_01_7', 0)).toBe('AI ship');
    expect(nameOf('IDS_PVE_BOT', -3)).toBe('AI ship');
    expect(nameOf('IDS_Captain', 7)).toBe('IDS_Captain');
    expect(nameOf(':Invented:', 0)).toBe(':Invented:');
  });

  it('of clans are replaced by the clan’s id', () => {
    const clan = { id: 7, tag: '\u200b', name: 'Northern Lights', members: [] };
    for (const schema of [ClanSchema, ClanListingSchema]) expect(schema.parse(clan).tag).toBe('7');
  });

  it('in moderation and in the sign-in token are replaced by the account id', () => {
    const ban = PlatformBanSchema.parse({
      id: guid(1),
      userId: 7,
      username: '\u00ad',
      modId: 8,
      reason: 'Spam',
      createdAt: '2026-01-01T00:00:00Z',
    });
    expect([ban.username, ban.modUsername]).toEqual(['Player 7', 'Player 8']);
    const action = ModActionSchema.parse({ id: guid(1), postId: guid(2), actionType: 0, modId: 8 });
    expect(action.modUsername).toBe('Player 8');
    const claims = { [CLAIMS.id]: '7', [CLAIMS.name]: '\u200b', exp: 1 };
    expect(SessionUserSchema.parse(claims).username).toBe('Player 7');
  });

  it('are kept if they contain a visible character', () => {
    expect(PlayerListingSchema.parse({ id: 7, username: '\u200bЛетучий' }).username).toBe('\u200bЛетучий');
  });
});

describe('clusters that no line can break (Rule 16.10)', () => {
  test.each([
    ['one letter with 1,900 marks', `a${'\u0301'.repeat(1900)}`],
    ['45 enclosing marks', `a${'\u20dd'.repeat(45)}`],
    ['an emoji joined 600 times', '\u{1f6a2}\u200d'.repeat(600)],
    ['600 leading jamo', '\u1100'.repeat(600)],
    ['a conjunct of 600 letters', '\u0915\u094d'.repeat(600)],
  ])('are shortened: %s', (_, text) => {
    const shown = limitClusters(`before ${text} after`);
    expect(shown.length).toBeLessThan(40);
    expect(shown).toMatch(/^before .+ after$/u);
    expect(shown.isWellFormed()).toBe(true);
  });

  test.each([
    'A plain sentence about a long and distinguished battle.',
    'Летучий отряд превосходнейшиминеобыкновеннейшимисловами',
    'การรบทางเรือที่ยิ่งใหญ่ในประวัติศาสตร์ที่ยาวนานมาก',
    'प्रतिद्वंद्वितापूर्णराष्ट्रीयप्रतियोगिताओं',
    '同じ部隊の仲間を最後まで助けてくれた素晴らしい艦長でした。本当にありがとうございました。',
    'Tiếng Việt'.normalize('NFD').repeat(10),
    '👩🏻‍❤️‍💋‍👨🏿👨🏾‍👩🏾‍👧🏾‍👦🏾🏴󠁧󠁢󠁳󠁣󠁴󠁿'.repeat(10),
    'שָׁלוֹם'.repeat(10),
  ])('do not occur in ordinary text, which is unchanged: %s', (text) => {
    expect(limitClusters(text)).toBe(text);
  });

  it('are shortened in the texts of a post', () => {
    const zalgo = `a${'\u0301'.repeat(60)}`;
    const post = PostSchema.parse({ ...makePost(), title: zalgo });
    expect(post.title.length).toBeLessThan(10);
  });
});
