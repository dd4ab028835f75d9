/** Facts of a battle: what a replay shows besides roster, chat and timeline. */
import { DECODER_VERSION, NEWEST_GAME, type ReplayFacts } from '../../replay.ts';
import { cleanName } from '../clean-text.ts';
import { RELATION, type ReplayHeader } from '../replay-header.ts';
import type { Roster } from '../roster.ts';

/** Facts from the payload alone. */
export type PayloadFacts = Pick<ReplayFacts, 'arenaId' | 'length' | 'clockAtStart' | 'clock' | 'result'>;

/** The same for a file whose payload cannot be read. */
export const NO_PAYLOAD_FACTS: PayloadFacts = {
  arenaId: null,
  length: null,
  clockAtStart: null,
  clock: null,
  result: null,
};

/** Names of the modes of old files, which only have the name of their match group. */
const MODES: ReadonlyMap<string, string> = new Map([
  ['pvp', 'RandomBattle'],
  ['cooperative', 'CooperativeBattle'],
  ['ranked', 'RankedBattle'],
  ['clan', 'ClanBattle'],
  ['event', 'EventBattle'],
  ['pve', 'PVEBattle'],
  ['brawl', 'BrawlBattle'],
]);

/** The version of the game that wrote the file, such as `15.4.0`; null when the header does not say. */
export const gameVersionOf = ({ clientVersionFromExe }: ReplayHeader): string | null =>
  /^\d{1,3},\d{1,3},\d{1,3}(?=,|$)/.exec(clientVersionFromExe)?.[0].replaceAll(',', '.') ?? null;

/** A version such as `15.5.0` as one number. */
const rank = (version: string): number =>
  version.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);
const MAJOR = rank('1.0.0');
/** First version that can't exist yet: two major ones ahead. */
const TOO_NEW = (Math.floor(rank(NEWEST_GAME) / MAJOR) + 2) * MAJOR;

/** Whether the game is newer than `NEWEST_GAME`. A version that is missing or can't exist yet counts as old. */
export function isNewerGame(header: ReplayHeader): boolean {
  const version = rank(gameVersionOf(header) ?? '0');
  return version > rank(NEWEST_GAME) && version < TOO_NEW;
}

/** Map, start and mode of a battle; null where the header does not say. */
export const headerFacts = (header: ReplayHeader): Pick<ReplayFacts, 'map' | 'playedAt' | 'mode'> => ({
  map: spaceName(header),
  playedAt: isoTime(header.dateTime),
  mode: plainName(header.gameType) ?? MODES.get(header.matchGroup) ?? null,
});

/** Puts the facts together. What a field of the header does not say is null. */
export function battleFacts(
  header: ReplayHeader,
  roster: Roster,
  source: ReplayFacts['source'],
  payload: PayloadFacts,
): ReplayFacts {
  return {
    decoderVersion: DECODER_VERSION,
    source,
    gameVersion: gameVersionOf(header),
    ...headerFacts(header),
    recorder: recorderOf(header),
    ...payload,
    observers: roster.observers.map(({ accountId, name }) => ({ accountId, name: cleanName(name) })),
  };
}

/** The name of the map's space without its folder. */
export function spaceName(header: ReplayHeader): string | null {
  return plainName(header.mapName.split('/').at(-1) ?? '') ?? plainName(header.mapDisplayName);
}

function plainName(text: string): string | null {
  return /^\w{1,64}$/.test(text) ? text : null;
}

function recorderOf({ playerName, vehicles }: ReplayHeader): ReplayFacts['recorder'] {
  const vehicle = vehicles.find(({ relation }) => relation === RELATION.recorder);
  const name = cleanName(vehicle?.name ?? playerName);
  return name === '' ? null : { name, shipParamsId: vehicle?.shipId ?? 0 };
}

/** `01.02.2025 20:15:00` as `2025-02-01T20:15:00`; null when it is no moment. */
function isoTime(text: string): string | null {
  const [, day, month, year, time] = /^(\d{2})\.(\d{2})\.(\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(text) ?? [];
  const iso = `${year}-${month}-${day}T${time}`;
  const date = new Date(`${iso}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
