import type { ReplayFacts, ReplayPlayer } from '../replay.ts';
import type { Timeline } from '../timeline.ts';
import { ArenaStateFinder } from './arena-state.ts';
import { BattlePackets } from './battle/battle-packets.ts';
import { battleFacts, gameVersionOf, isNewerGame, NO_PAYLOAD_FACTS } from './battle/facts.ts';
import { readBattle } from './battle/read-battle.ts';
import { ChatFinder, type DecodedChatMessage, nameSenders } from './chat.ts';
import { refuseCode } from './code-scan.ts';
import { type AllowedClasses, allowedClasses } from './known-classes.ts';
import { ENTITY_METHOD, forEachPacket, readMethod } from './packets.ts';
import { DamagedReplayError } from './replay-errors.ts';
import { type ReplayFile, requireBytes, splitReplayFile, unpackPayload } from './replay-file.ts';
import { isCisForm, NO_HEADER, parseReplayHeader, type ReplayHeader } from './replay-header.ts';
import { rosterFromArena, rosterFromHeader } from './roster.ts';

/** Largest unpacked payload, in bytes (64 MiB). Real ones have up to 11 MB. */
export const REPLAY_UNPACKED_MAX_BYTES = 64 * 1024 * 1024;

/** Where the roster comes from: the payload, (names, ships and sides only) the header, or nowhere: a file of the CIS client. */
export type ReplaySource = ReplayFacts['source'];

/** A replay as decoded. With source `header` account ids are 0 and there is no chat. */
export interface DecodedReplay {
  source: ReplaySource;
  header: ReplayHeader;
  /** Without spectators, who are among the facts. */
  players: ReplayPlayer[];
  chatMessages: DecodedChatMessage[];
  facts: ReplayFacts;
  /** Null when the payload shows no ships. */
  timeline: Timeline | null;
  /** The ships of the timeline, by the `shipId` of players. */
  shipIds: number[];
  /** Facts for tests and logs. The site does not show them. */
  details: {
    headerBlocks: number;
    arenaMethodId: number | null;
    /** Lengths of the arena state's lists after the first: players, bots, observers, buildings. */
    arenaLists: number[];
    chatMethodId: number | null;
  };
}

/** How a file is decoded. */
export interface DecodeOptions {
  /** Default REPLAY_UNPACKED_MAX_BYTES; tests lower it. */
  maxUnpackedBytes?: number;
  /** Further classes (`Module.Class`) that pickles may hold, such as one that a new game version adds. */
  extraClasses?: readonly string[];
}

/**
 * Decodes the roster and chat of a replay file of any game version.
 *
 * When the payload is whole but cannot be decoded, or has an unknown format in a game newer than `NEWEST_GAME`, the
 * roster comes from the header. Files of the CIS client have none. Files that are damaged, could run code or unpack
 * to more than is allowed are refused.
 *
 * @throws {UnknownClassError} when a pickle names a class that is not allowed
 * @throws {MaliciousReplayError} when it holds a pickle that would run code
 * @throws {DamagedReplayError} when part of it is missing or broken
 * @throws {InvalidReplayError} when the header cannot be read, or a limit is exceeded
 * @throws {TypeError} when these are not the bytes of a file
 */
export async function decodeReplay(bytes: Uint8Array, options: DecodeOptions = {}): Promise<DecodedReplay> {
  const file = splitReplayFile(bytes);
  const isCis = isCisForm(file.blocks);
  const header = isCis ? NO_HEADER : parseReplayHeader(file.blocks[0] as Uint8Array);
  const maxSize = options.maxUnpackedBytes ?? REPLAY_UNPACKED_MAX_BYTES;
  const { stream, state: payload } = unpackPayload(file, maxSize);
  const classes = allowedClasses(options.extraClasses);
  refuseCode(stream, classes);
  const isNewer = isNewerGame(header);
  if (payload === 'damaged' || (payload === 'unknown' && !isNewer && !isCis))
    throw new DamagedReplayError('Part of this replay is missing or damaged.');
  if (isCis) return fromHeader(file, header, 'none');
  const newer = isNewer && payload === 'whole' ? { isNewer } : {};
  const { arena, chat, packets } = readStream(stream, classes);
  for (const state of arena.found) {
    const roster = rosterFromArena(state, header.vehicles);
    if (!roster) continue;
    const chatMessages = nameSenders(chat.found, [...roster.players, ...roster.observers]);
    const battle = readBattle(packets, { header, roster, arenaId: state.arenaId, chatMessages, classes });
    return {
      source: 'payload',
      header,
      ...battle,
      facts: { ...battle.facts, ...newer },
      details: {
        headerBlocks: file.blocks.length,
        arenaMethodId: state.methodId,
        arenaLists: state.values.slice(1).map((value) => (Array.isArray(value) ? value.length : 0)),
        chatMethodId: chat.found[0]?.methodId ?? null,
      },
    };
  }
  const found = fromHeader(file, header, 'header');
  return { ...found, facts: { ...found.facts, ...newer } };
}

/**
 * The version of the game that wrote a file, such as `15.4.0`, even if the file is refused; null when the header does not say.
 *
 * @throws {TypeError} when these are not the bytes of a file
 */
export function gameVersionIn(bytes: Uint8Array): string | null {
  requireBytes(bytes);
  try {
    return gameVersionOf(parseReplayHeader(splitReplayFile(bytes).blocks[0] as Uint8Array));
  } catch {
    return null;
  }
}

/** One pass over the packets. */
function readStream(stream: Uint8Array, classes: AllowedClasses) {
  const arena = new ArenaStateFinder(classes);
  const chat = new ChatFinder();
  const packets = new BattlePackets(stream);
  forEachPacket(stream, (type, start, end) => {
    packets.add(type, start, end);
    const method = type === ENTITY_METHOD && readMethod(stream, start, end);
    if (!method) return;
    arena.visit(method.id, method.args);
    chat.visit(method.id, method.args, method.clock);
  });
  return { arena, chat, packets };
}

function fromHeader(file: ReplayFile, header: ReplayHeader, source: ReplaySource): DecodedReplay {
  const roster = rosterFromHeader(header.vehicles);
  return {
    source,
    header,
    players: roster.players,
    chatMessages: [],
    facts: battleFacts(header, roster, source, NO_PAYLOAD_FACTS),
    timeline: null,
    shipIds: [],
    details: { headerBlocks: file.blocks.length, arenaMethodId: null, arenaLists: [], chatMethodId: null },
  };
}
