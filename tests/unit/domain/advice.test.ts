import { describe, expect, it } from 'vitest';
import { adviceOn, moderatorSentences, RULES, rulesFor } from '#lib/domain/advice/advice.ts';
import { isEvidence } from '#lib/domain/advice/badges.ts';
import type { AdviceFacts, AdviceReplay, AuthorFacts, OtherPosts } from '#lib/domain/advice/facts.ts';
import { NEUTRAL_FLAIRS } from '#lib/domain/flairs.ts';
import type { ChatMessage, ReplayPlayer } from '#lib/schemas/replay.ts';
import { makeFacts, makePost, makeReplayPlayer } from '#tests/support/builders.ts';

const { author, player } = makePost();
const NAMES = { author: author.username, player: player.username };

const row = ({ id, username }: typeof author, more: Partial<ReplayPlayer> = {}) =>
  makeReplayPlayer(id, username, { shipId: 1, ...more });
const someone = row({ id: 500_000_009, username: 'Iowa_CS', clan: null });
const line = (playerId: number, username: string | null = null): ChatMessage => ({
  ...{ playerId, username, messageGroup: 'battle_team', messageContent: 'Flank left' },
});

const replay = (more: Partial<AdviceReplay> = {}): AdviceReplay => ({
  players: [row(author), row(player), someone],
  chatMessages: [line(player.id)],
  facts: makeFacts(),
  ...more,
});
const facts = (more: Partial<AdviceFacts> = {}): AdviceFacts => ({
  ...{ author, player, flairs: { performance: true, teamplay: null, courtesy: false } },
  postedAt: Date.parse('2026-01-10T12:00:00Z'),
  hasReplay: true,
  replay: replay(),
  ...more,
});
const withReplay = (more: Partial<AdviceReplay>) => facts({ replay: replay(more) });

const writer = (id: number, more: Partial<AuthorFacts> = {}): AuthorFacts => ({
  ...{ id, clanId: null, isNew: false, arenaId: null, ...more },
});
const withOthers = (more: Partial<OtherPosts>) =>
  facts({
    others: { author: writer(1), recent: [], isBattleReused: false, isPraisedBack: false, ...more },
  });
/** The author and the authors of two posts, with these facts in this order. */
const three = ([first, ...rest]: Partial<AuthorFacts>[]) =>
  withOthers({ author: writer(1, first), recent: rest.map((more, index) => writer(index + 2, more)) });

const sunkAt = (time: number) =>
  withReplay({ players: [row(author), row(player, { sunk: { time, by: 0, cause: 0 } })] });
const header = (...names: string[]) =>
  withReplay({
    players: names.map((username) => row({ id: 0, username, clan: null }, { shipId: 0 })),
    facts: makeFacts({ source: 'header' }),
  });
const playedAt = (moment: string | null) => withReplay({ facts: makeFacts({ playedAt: moment }) });

const unread = withReplay({
  players: [],
  chatMessages: [],
  facts: makeFacts({ source: 'none', playedAt: null }),
});

/** For each rule a name of the case, facts to which it applies, and facts to which it does not. */
const CASES: Readonly<Record<string, readonly (readonly [string, AdviceFacts, AdviceFacts])[]>> = {
  'author-not-shown': [
    ['another’s replay', withReplay({ players: [someone, row(player)] }), facts()],
    [
      'a spectator',
      withReplay({ players: [row(player), someone] }),
      withReplay({
        players: [row(player)],
        facts: makeFacts({ observers: [{ accountId: author.id, name: 'x' }] }),
      }),
    ],
  ],
  'player-not-shown': [
    ['another battle', withReplay({ players: [row(author), someone] }), facts({ replay: null })],
  ],
  'not-checked': [
    ['the header alone', header(NAMES.author, NAMES.player), facts()],
    ['a file without a roster', withReplay({ players: [], facts: null }), unread],
  ],
  'newer-not-checked': [
    [
      'a newer game',
      withReplay({ players: [], facts: makeFacts({ source: 'header', isNewer: true }) }),
      header(),
    ],
  ],
  'not-read': [['a file of the CIS client', unread, header()]],
  'no-replay': [
    ['no replay', facts({ hasReplay: false, replay: null }), facts({ replay: null })],
    [
      'a neutral post',
      facts({ hasReplay: false, replay: null }),
      facts({ hasReplay: false, replay: null, flairs: NEUTRAL_FLAIRS }),
    ],
  ],
  'old-battle': [
    ['seven days and a half', playedAt('2026-01-02T23:59:59'), playedAt('2026-01-03T00:00:00')],
    ['no date', playedAt('2025-01-01T00:00:00'), playedAt(null)],
  ],
  'wrong-date': [
    ['a date after the post', playedAt('2026-01-11T02:00:01'), playedAt('2026-01-11T02:00:00')],
    ['no date', playedAt(null), withReplay({ facts: null })],
  ],
  'same-battle': [['the same battle', withOthers({ isBattleReused: true }), withOthers({})]],
  'no-message': [
    ['no chat', withReplay({ chatMessages: [] }), facts()],
    [
      'chat of others',
      withReplay({ chatMessages: [line(author.id)] }),
      withReplay({ chatMessages: [line(0)] }),
    ],
    [
      'courtesy that is not rated',
      withReplay({ chatMessages: [] }),
      { ...withReplay({ chatMessages: [] }), flairs: NEUTRAL_FLAIRS },
    ],
    [
      'a player who is not in the battle',
      withReplay({ chatMessages: [] }),
      withReplay({ chatMessages: [], players: [row(author)] }),
    ],
  ],
  'sunk-early': [
    ['three minutes', sunkAt(180), sunkAt(181)],
    ['performance that is not rated', sunkAt(20), { ...sunkAt(20), flairs: NEUTRAL_FLAIRS }],
    ['a ship that stayed afloat', sunkAt(20), facts()],
  ],
  'clan-mates': [
    ['three of a clan', three([{ clanId: 7 }, { clanId: 7 }, { clanId: 7 }]), three([{}, {}, {}])],
    [
      'two of a clan',
      three([{ clanId: 7 }, { clanId: 7 }, { clanId: 7 }]),
      three([{ clanId: 7 }, { clanId: 7 }]),
    ],
  ],
  'one-battle': [
    ['three of a battle', three([{ arenaId: 'a' }, { arenaId: 'a' }, { arenaId: 'a' }]), three([{}, {}, {}])],
    [
      'another battle',
      three([{ arenaId: 'a' }, { arenaId: 'a' }, { arenaId: 'a' }]),
      three([{ arenaId: 'a' }, { arenaId: 'a' }, { arenaId: 'b' }]),
    ],
    [
      'one author twice',
      three([{ arenaId: 'a' }, { arenaId: 'a' }, { arenaId: 'a' }]),
      withOthers({
        author: writer(1, { arenaId: 'a' }),
        recent: [writer(2, { arenaId: 'a' }), writer(2, { arenaId: 'a' })],
      }),
    ],
  ],
  'new-accounts': [
    [
      'three new accounts',
      three([{ isNew: true }, { isNew: true }, { isNew: true }]),
      three([{}, { isNew: true }, { isNew: true }]),
    ],
  ],
  'traded-praise': [['praise in return', withOthers({ isPraisedBack: true }), withOthers({})]],
};

describe('Advice (Rule 28.1)', () => {
  it.each(
    RULES.flatMap(({ code }) =>
      (CASES[code] ?? [[`nothing about ${code}`, facts(), facts()]]).map((one) => [code, ...one] as const),
    ),
  )('has %s where it applies, and not where it does not: %s', (code, _, applies, not) => {
    expect(adviceOn(applies)).toContain(code);
    expect(adviceOn(not)).not.toContain(code);
  });

  it('has nothing to say about an ordinary post, with or without a replay', () => {
    expect(adviceOn(facts())).toEqual([]);
    expect(adviceOn(facts({ replay: null, others: withOthers({}).others }))).toEqual([]);
  });

  it('names the people in sentences', () => {
    const [rule] = rulesFor(sunkAt(100));
    expect(rule?.toAuthor?.(NAMES)).toBe(
      'You rate performance, and Borodino_Gunner was sunk in the first three minutes.',
    );
    expect(moderatorSentences(['author-not-shown', 'of-tomorrow'], NAMES)).toEqual([
      'The replay does not show its author, Aurora_Captain.',
      'of-tomorrow',
    ]);
  });

  it('has sentences for each rule, and a code of its own', () => {
    for (const { toAuthor = () => 'None.', toModerators } of RULES)
      for (const sentence of [toAuthor(NAMES), toModerators(NAMES)]) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(new Set(RULES.map(({ code }) => code)).size).toBe(RULES.length);
  });
});

describe('What everyone sees of it', () => {
  it('is whether the replay is evidence', () => {
    expect(RULES.map(({ code }) => code).filter(isEvidence)).toEqual([
      'author-not-shown',
      'player-not-shown',
      'not-checked',
      'newer-not-checked',
      'not-read',
    ]);
    expect(isEvidence('toString')).toBe(false);
  });
});
