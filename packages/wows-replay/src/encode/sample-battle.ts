import type { ReplayPlayer } from '../replay.ts';
import type { Battle, Participant, SpokenLine } from './battle.ts';

const FIRST_ROSTER_ID = 537_000_101;
const FIRST_ACCOUNT_ID = 500_100_001;
const CLANS = [
  { clanId: 500_900_001, clanTag: 'KRAKN' },
  { clanId: 0, clanTag: '' },
  { clanId: 500_900_002, clanTag: 'ÄNKER' },
];

/** An invented battle: the recorder first, then alternating sides, and last bots, which share names. */
export function makeBattle({ players = 6, bots = 0, chat = [] as SpokenLine[] } = {}): Battle {
  const captains = Array.from({ length: players }, (_, index) => makeCaptain(index));
  const crewless = Array.from({ length: bots }, (_, index) => makeBot(players + index));
  return { participants: [...captains, ...crewless], chat };
}

function makeCaptain(index: number): Participant {
  return {
    ...makeShip(index),
    ...(CLANS[index % CLANS.length] as { clanId: number; clanTag: string }),
    avatarId: 700_000 + index * 4,
    // The second one's id does not fit 32 bits.
    accountId: FIRST_ACCOUNT_ID + index + (index === 1 ? 4_000_000_000 : 0),
    name: `Invented_Captain_${index}`,
    isBot: false,
  };
}

function makeBot(index: number): Participant {
  const withoutAccount = { avatarId: 0, accountId: 0, clanId: 0, clanTag: '' };
  return { ...makeShip(index), ...withoutAccount, name: `:Boatswain${index % 2}:`, isBot: true };
}

function makeShip(index: number) {
  const side = index % 2 === 0 ? 1 : 2;
  return {
    id: FIRST_ROSTER_ID + index * 2,
    teamId: index % 2,
    shipId: 700_001 + index * 4,
    shipParamsId: 4_100_000_000 + (index % 5) * 1_048_576,
    relation: index === 0 ? 0 : side,
  } as const;
}

/** The participants as the decoder must return them. */
export function expectedPlayers(battle: Battle): ReplayPlayer[] {
  return battle.participants.map(({ relation: _relation, isBot: _isBot, ...player }) => player);
}
