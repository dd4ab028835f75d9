/** Masks persons in texts and in the decoded parts of replays. */
import type { Identities } from '#api/model/players/erasures.ts';
import type { DecodedParts } from '#api/model/replays/decoder.ts';
import {
  type ChatMessage,
  REMOVED_PLAYER,
  type ReplayFacts,
  type ReplayPlayer,
} from '#lib/schemas/replay.ts';

/** Replaces a name or id in a text. Not longer than the shortest name, so that texts keep to their limits. */
export const OMISSION = '[…]';
/** A chat line of an erased person. */
const REMOVED_LINE = '[removed]';

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Letters and digits of the alphabets whose words are separated: Latin, Greek and Cyrillic. Part of a bracket expression. */
const LETTERS = 'a-zA-Z0-9\\u00c0-\\u052f\\u1e00-\\u1fff';

/** Regular expression of the names and ids, longest first, so that a name is not left half; it matches nothing without any. */
export function alternatives({ ids, names }: Identities): string {
  const all = [...[...names].filter((name) => name !== ''), ...[...ids].map(String)];
  all.sort((one, other) => other.length - one.length);
  return all.length === 0 ? '(?!)' : all.map(escapeRegExp).join('|');
}

/**
 * Source of a regular expression, the same for JavaScript and PostgreSQL, that matches an id or a name (in any letter case,
 * with the flag `i`) which is not part of a longer word or number. Underscores around it may be Markdown.
 */
export const mentionPattern = (persons: Identities): string =>
  `(?<![${LETTERS}]|[${LETTERS}]_)(?:${alternatives(persons)})(?![${LETTERS}]|_[${LETTERS}])`;

/** The same for file names, in which underscores are the spaces: `20260504_Some_Name.wowsreplay`. */
export const fileNamePattern = (persons: Identities): string =>
  `(?<![${LETTERS}])(?:${alternatives(persons)})(?![${LETTERS}])`;

/** A text in one line without control characters, for terminals. */
export const printable = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

/** Characters around a mention in an excerpt, on each side. */
const EXCERPT_LENGTH = 30;

/** The mentions in a text, each in one line with a few words around it. */
export function excerptsOf(text: string, pattern: string): string[] {
  return [...text.matchAll(new RegExp(pattern, 'gi'))].map(({ index, 0: mention }) => {
    const start = Math.max(0, index - EXCERPT_LENGTH);
    const end = Math.min(text.length, index + mention.length + EXCERPT_LENGTH);
    return `${start > 0 ? '…' : ''}${printable(text.slice(start, end))}${end < text.length ? '…' : ''}`;
  });
}

/** All texts of a JSON value that match. */
export function textsIn(value: unknown, pattern: string): string[] {
  if (typeof value === 'string') return new RegExp(pattern, 'i').test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((item) => textsIn(item, pattern));
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

/** Names of the persons in the roster, except names that other members have, too. */
export function namesIn(parts: DecodedParts, persons: Identities): Set<string> {
  const members = [...parts.players, ...(parts.facts?.observers ?? [])];
  const isPerson = ({ accountId, name }: (typeof members)[number]) => isAmong(persons, accountId, name);
  const others = new Set(members.filter((member) => !isPerson(member)).map(({ name }) => name));
  return new Set(
    members.filter((member) => isPerson(member) && !others.has(member.name)).map(({ name }) => name),
  );
}

/** Masks observers, and the recorder, who is known only by a name of the roster. */
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
 * Masks persons in a replay: their roster entries, their chat, and mentions of their names in other players' chat. Returns null
 * when the replay has none of them.
 */
export function maskParts(parts: DecodedParts, persons: Identities): DecodedParts | null {
  const names = new Set([...persons.names, ...namesIn(parts, persons)]);
  const pattern = mentionPattern(persons);
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
