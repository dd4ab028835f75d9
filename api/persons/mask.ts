/** Masks persons in texts and in the decoded parts of replays. */
import type { Identities } from '#api/persons/fingerprints.ts';
import type { DecodedParts } from '#api/replays/decoder.ts';
import type { ChatMessage, ReplayFacts, ReplayPlayer } from '#lib/schemas/replay.ts';

/** Replaces a name or id in a text. Not longer than the shortest name, so that texts keep to their limits. */
export const OMISSION = '[…]';
/** The name of an erased person in a roster or chat. */
export const REMOVED_PLAYER = 'Removed player';
/** A chat line of an erased person. */
const REMOVED_LINE = '[removed]';

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * Source of a regular expression, the same for JavaScript and PostgreSQL, that matches an id or a name (in any letter case,
 * with the flag `i`) which is not part of a longer word or number. Underscores around it may be Markdown. Null when there is
 * nothing to match.
 */
export function mentionPattern({ ids, names }: Identities): string | null {
  const all = [...[...names].filter((name) => name !== '').map(escapeRegExp), ...[...ids].map(String)];
  return all.length === 0
    ? null
    : `(?<![a-zA-Z0-9]|[a-zA-Z0-9]_)(?:${all.join('|')})(?![a-zA-Z0-9]|_[a-zA-Z0-9])`;
}

/** Replaces mentions in every text of a JSON value, and ids that are numbers by 0. Keys stay. */
export function maskJson(value: unknown, pattern: string, ids: ReadonlySet<number>): unknown {
  if (typeof value === 'string') return value.replace(new RegExp(pattern, 'gi'), OMISSION);
  if (typeof value === 'number') return ids.has(value) ? 0 : value;
  if (Array.isArray(value)) return value.map((item) => maskJson(item, pattern, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskJson(item, pattern, ids)]));
}

/** Everyone in a replay. Names count where the account is unknown, because only the file's header could be read. */
export function identitiesIn({ players, chatMessages, facts }: DecodedParts): Identities {
  const members = [...players, ...(facts?.observers ?? [])];
  const ids = [...members.map(({ accountId }) => accountId), ...chatMessages.map(({ playerId }) => playerId)];
  const names = [
    ...members.flatMap(({ accountId, name }) => (accountId === 0 ? [name] : [])),
    ...chatMessages.flatMap(({ playerId, username }) => (playerId === 0 ? [username ?? ''] : [])),
    ...(facts?.recorder && !members.some(({ name }) => name === facts.recorder?.name)
      ? [facts.recorder.name]
      : []),
  ];
  return {
    ids: new Set(ids.filter((id) => id > 0)),
    names: new Set(names.filter((name) => name !== '' && name !== REMOVED_PLAYER)),
  };
}

/** Whether an entry of a roster or chat is about one of the persons. Names count where the account is unknown. */
export const isAmong = (persons: Identities, id: number, name: string | null): boolean =>
  id === 0 ? name !== null && persons.names.has(name) : persons.ids.has(id);

/** The names under which the persons appear in the roster, and those already known. */
function namesIn(parts: DecodedParts, persons: Identities): Set<string> {
  const members = [...parts.players, ...(parts.facts?.observers ?? [])];
  const rostered = members.filter(({ accountId, name }) => isAmong(persons, accountId, name));
  return new Set([...persons.names, ...rostered.map(({ name }) => name)]);
}

/** Masks observers, and the recorder, who is known by name. */
function maskFacts(facts: ReplayFacts, persons: Identities, names: ReadonlySet<string>): ReplayFacts {
  const { recorder } = facts;
  return {
    ...facts,
    recorder: recorder && names.has(recorder.name) ? { ...recorder, name: REMOVED_PLAYER } : recorder,
    observers: facts.observers.map((one) =>
      isAmong(persons, one.accountId, one.name) ? { accountId: 0, name: REMOVED_PLAYER } : one,
    ),
  };
}

/**
 * Masks persons in a replay: their roster entries, their chat, and mentions in other players' chat. Returns null when the
 * replay has none of them.
 */
export function maskParts(parts: DecodedParts, persons: Identities): DecodedParts | null {
  const names = namesIn(parts, persons);
  const pattern = mentionPattern({ ids: persons.ids, names });
  if (pattern === null) return null;
  const player = (one: ReplayPlayer): ReplayPlayer =>
    isAmong(persons, one.accountId, one.name)
      ? { ...one, accountId: 0, avatarId: 0, clanId: 0, clanTag: '', name: REMOVED_PLAYER }
      : one;
  const line = (one: ChatMessage): ChatMessage =>
    isAmong(persons, one.playerId, one.username)
      ? { ...one, playerId: 0, username: REMOVED_PLAYER, messageContent: REMOVED_LINE }
      : { ...one, messageContent: one.messageContent.replace(new RegExp(pattern, 'gi'), OMISSION) };
  const masked: DecodedParts = {
    players: parts.players.map(player),
    chatMessages: parts.chatMessages.map(line),
    facts: parts.facts && maskFacts(parts.facts, persons, names),
  };
  return JSON.stringify(masked) === JSON.stringify(parts) ? null : masked;
}
