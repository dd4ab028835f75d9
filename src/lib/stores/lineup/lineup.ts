/** The battle on the screen: who is in it, what is known of them, and whether it is over (Rules 33.4 and 33.6). */
import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import type { Lineup } from 'wows-replay/lineup';
import { requestData } from '#lib/client/client.ts';
import { HttpError } from '#lib/client/errors.ts';
import { hasFeature } from '#lib/client/features.ts';
import { combineStops } from '#lib/combine-stops.ts';
import {
  divisionsOf,
  isSameBattle,
  type LineupAccounts,
  type LineupSide,
  playersToLookUp,
} from '#lib/domain/lineup.ts';
import { runtime } from '#lib/runtime.ts';
import { findByNames, NAMES_MAX, type NamedPlayer } from '#lib/schemas/calls/lineup.ts';
import { getShips, type NamedShip, SHIPS_MAX } from '#lib/schemas/calls/ships.ts';
import { createAddressed } from '#lib/stores/core/address.ts';
import { LOADING, type Remote, remoteValue, sessionHooks } from '#lib/stores/core/remote.ts';
import { type Open, type ReadFile, readLineup, wait } from '#lib/stores/lineup/lineup-file.ts';
import { openWriting } from '#lib/stores/posts/post-dialog.ts';
import { $session } from '#lib/stores/session/session.ts';
import { $cookieUser, noteCookieUser } from '#lib/stores/session/session-watch.ts';

/** How long the names wait for the answer whether the API takes account ids, in milliseconds. */
const FEATURE_MS = 2_000;
/** Shortest wait before a look-up that was refused is repeated: the device's clock may be wrong. In milliseconds. */
const REFUSED_MS = 10_000;
/** Longer than any battle, in milliseconds. */
export const BATTLE_MS = 30 * 60_000;

/** The battle; null before one was read. */
export const $lineup = atom<Lineup | null>(null);
/** Whether the battle is over, so that the enemy's numbers are shown. */
export const $isOver = atom(false);
/** Whether the user may say so: the file is older than any battle. */
export const $mayEnd = atom(false);
/** Whether names are replaced, for pictures of the screen. */
export const $hidesNames = atom(false);
/** Whether a chosen file is being read. */
export const $isReading = atom(false);
/** Why the last file is not shown; null when it is. */
export const $problem = atom<string | null>(null);

/** When the API allows the look-up again, ISO 8601; null unless it was refused because there were too many. */
export const allowedAt = (error: unknown): string | null =>
  error instanceof HttpError && error.status === 429 ? error.until : null;

/** Whether the look-up was refused because the session had ended. */
export const isSignedOut = (error: unknown): boolean => error instanceof HttpError && error.isSignedOut;

const $token = computed($session, (session) => (session.status === 'signed-in' ? session.token : null));

/** Accounts of the shown battle's players, where the game's files have them. */
export const $accounts = atom<LineupAccounts>(new Map());

/** Numbers of the own team's divisions, by the names of their members. */
export const $divisions = computed([$lineup, $accounts], divisionsOf);

const errorOf = (remote: Remote<unknown>): unknown => (remote.status === 'failed' ? remote.error : null);

/** A player by the name in the battle. */
type FoundRow = readonly [name: string, player: NamedPlayer];

/** Whether the player was found under today's name. */
const isCurrent = (player: NamedPlayer): boolean => 'id' in player && !player.asOf;

/** Looks up the players of a side. Too many look-ups are repeated when the API allows it, others once the session is back. */
function createLookUp($side: ReadableAtom<LineupSide | null>) {
  const $query = computed([$lineup, $side, $accounts, $cookieUser], (battle, side, known, user) => {
    const query = battle && side && playersToLookUp(battle, side, known, NAMES_MAX);
    return query && query.names.length + query.accounts.length > 0 ? { ...query, battle, user } : undefined;
  });
  type Query = NonNullable<ReturnType<typeof $query.get>>;
  /** The latest rows. They stay while later ones of the battle load, and when these fail. */
  let kept: { query: Query; rows: FoundRow[] } | undefined;
  const rowsFor = (query?: Query): FoundRow[] =>
    kept && query && query.user === kept.query.user && isSameBattle(query.battle, kept.query.battle)
      ? kept.rows
      : [];
  const found = createAddressed($query, async (query: Query, signal) => {
    // Rows for another account than the query's are looked up again.
    noteCookieUser();
    // Accounts that the game writes later are needed for players whose names were not found.
    const known = new Map(rowsFor(query).filter(([, player]) => isCurrent(player)));
    const names = query.names.filter((name) => !known.has(name));
    const accounts = query.accounts.filter(({ name }) => !known.has(name));
    const order = [...names, ...accounts.map(({ name }) => name)];
    if (order.length === 0) return { query, rows: [...known] };
    const body = { ...(names.length > 0 && { names }), ...(accounts.length > 0 && { accounts }) };
    const players = await requestData(findByNames, { body, signal });
    const added = players.map((player, index) => [order[index] ?? player.name, player] as const);
    return { query, rows: [...known, ...added] };
  });
  onMount(found.$remote, () => {
    let stopTimer = (): void => {};
    const stop = found.$remote.subscribe((remote) => {
      stopTimer();
      const until = allowedAt(errorOf(remote));
      const left = Date.parse(until ?? '') - runtime.now();
      if (until) stopTimer = runtime.setTimer(found.retry, Math.max(left, REFUSED_MS));
      if (isSignedOut(errorOf(remote)) && $token.get()) void sessionHooks.reload();
    });
    const stopSession = $token.listen((token) => {
      if (token && isSignedOut(errorOf(found.$remote.get()))) found.retry();
    });
    return combineStops([stop, stopSession, () => stopTimer()]);
  });
  // What was found for the battle before no longer counts.
  const $current = computed([found.$remote, $query], (remote, query) => (query ? remote : LOADING));
  const $rows = computed([found.$remote, $query], (remote, query) => {
    kept = remoteValue(remote) ?? kept;
    return rowsFor(query);
  });
  const retry = (): void => {
    const { status } = $current.get();
    const isUnchecked = status === 'ready' && $rows.get().some(([, player]) => 'unchecked' in player);
    if (isUnchecked) kept = undefined;
    if (isUnchecked || status === 'failed') found.retry();
  };
  return { $remote: $current, $rows, retry };
}

const first = createLookUp(computed($lineup, (battle) => (battle?.isReplay ? 'both' : 'own')));
const later = createLookUp(
  computed([$lineup, $isOver], (battle, isOver) => (isOver && !battle?.isReplay ? 'enemy' : null)),
);

/** The battle's players as the API knows them, by their names in the battle. */
export const $found = computed([first.$rows, later.$rows], (...rows) => new Map(rows.flat()));
/** Why players could not be looked up; null when they were. */
export const $lookUpError = computed(
  [first.$remote, later.$remote],
  (...remotes) => remotes.map(errorOf).find(Boolean) ?? null,
);
/** Looks up the players again that could not be, or that the publisher was not asked about. */
export function retryNames(): void {
  for (const { retry } of [first, later]) retry();
}

const ships = createAddressed<number[], ReadonlyMap<number, NamedShip>>(
  computed($lineup, (battle) => {
    const ids = new Set(battle?.ships.map(({ shipParamsId }) => shipParamsId).filter((id) => id > 0));
    return ids.size > 0 ? [...ids].sort((a, b) => a - b).slice(0, SHIPS_MAX) : undefined;
  }),
  async (ids, signal) => {
    const found = await requestData(getShips, { query: { ids }, signal });
    return new Map(found.map((ship) => [ship.id, ship]));
  },
);
/** Names and tiers of the battle's ships, by their numbers in the game; undefined while they are not known. */
export const $ships = computed(ships.$remote, remoteValue);

/** Shows the enemy's numbers and offers to rate. */
export const endBattle = (): void => $isOver.set(true);

const replay = atom<{ battle: Lineup; open: Open } | null>(null);
/** Whether this battle is on the screen. */
export function isShown(battle: Lineup): boolean {
  const shown = $lineup.get();
  return shown !== null && isSameBattle(battle, shown);
}

/** Opens the replay of the shown battle; null while there is none. */
export const $replay = computed([replay, $lineup], (known, shown) =>
  known && shown && isSameBattle(known.battle, shown) ? known.open : null,
);

/** Opens a new post about the player of that name, or any, with the battle's replay. The user chooses it where it is missing. */
export async function rate(about?: string): Promise<void> {
  const file = await $replay
    .get()?.()
    .catch(() => null);
  openWriting(file ?? null, about);
}

let latest: Open | undefined;
let stopTimer = (): void => {};

/** Lets the user end the battle once the file is older than any battle. */
function watchAge(writtenAt: number): void {
  stopTimer();
  // A clock may be wrong.
  const left = Math.min(writtenAt + BATTLE_MS - runtime.now(), BATTLE_MS);
  $mayEnd.set(left <= 0);
  if (left > 0) stopTimer = runtime.setTimer(() => $mayEnd.set(true), left);
}

/** Looks up the players of the shown battle by their accounts, once the game has written them. */
export async function addAccounts(battle: Lineup, openStream: Open): Promise<void> {
  if ($lineup.get() !== battle || $accounts.get().size > 0) return;
  const known = await readAccounts(battle, openStream);
  if ($lineup.get() === battle && known.size > 0) $accounts.set(known);
}

/** The accounts of a running battle. None where the game has not written them, or the API does not take them. */
async function readAccounts({ ships }: Lineup, openStream: Open | undefined): Promise<LineupAccounts> {
  try {
    const file = await openStream?.();
    const takesIds = () => Promise.race([hasFeature('companion-ids'), wait(FEATURE_MS).then(() => false)]);
    if (!file || !(await takesIds())) return new Map();
    const { readRosterStream, ROSTER_STREAM_BYTES } = await import('wows-replay/lineup');
    const bytes = new Uint8Array(await file.slice(0, ROSTER_STREAM_BYTES).arrayBuffer());
    return new Map(readRosterStream(bytes, ships)?.map((account) => [account.name, account]));
  } catch {
    // The game may hold the file. The names do, too.
    return new Map();
  }
}

/**
 * Shows the battle of a file in place of the one on the screen, which stays when the file cannot be read. A replay shows a
 * battle that is over. With `quiet` a file that may change is read once, without a word. `openStream` opens the packets of the
 * running battle. Returns null when another file was chosen meanwhile.
 */
export async function showLineup(
  open: Open,
  { quiet = false, openStream }: { quiet?: boolean; openStream?: Open } = {},
): Promise<ReadFile | null> {
  latest = open;
  if (!quiet) $isReading.set(true);
  const result = await readLineup(open, quiet ? 0 : undefined);
  const known = 'battle' in result ? await readAccounts(result.battle, openStream) : new Map();
  if (latest !== open) return null;
  $isReading.set(false);
  $problem.set('sentence' in result ? result.sentence : null);
  if ('battle' in result) {
    showBattle(result.battle, open, known);
    watchAge(result.writtenAt);
  }
  return result;
}

/** Whether this file was the last one to be shown. */
export const isLatest = (open: Open | undefined): boolean => latest === open;

/** Ends the reading of a file, and removes its problem, unless another one was chosen since. */
export function dropFile(open: Open): void {
  if (!isLatest(open)) return;
  latest = undefined;
  $isReading.set(false);
  $problem.set(null);
}

/** Shows a battle that was read. The rows stay if it is on the screen. */
export function showBattle(battle: Lineup, open: Open, known: LineupAccounts = new Map()): void {
  const { isReplay } = battle;
  const wasShown = isShown(battle);
  if (isReplay && !(wasShown && $replay.get())) replay.set({ battle, open });
  if (!wasShown) {
    // Otherwise players of the battle before would be looked up.
    $lineup.set(null);
    $problem.set(null);
    $accounts.set(known);
    $isOver.set(false);
    $lineup.set(battle);
  }
  if (isReplay) endBattle();
}
