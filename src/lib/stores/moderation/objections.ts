/** The open objections: the list, the one that a moderator decides about, and its claim (Rules 31.21 to 31.24). */
import { atom, computed, type ReadableAtom } from 'nanostores';
import { callPath, requestData } from '#lib/client/client.ts';
import { HttpError } from '#lib/client/errors.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { runtime } from '#lib/runtime.ts';
import * as calls from '#lib/schemas/calls/decision.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
import type { Verdict } from '#lib/schemas/decision.ts';
import type { Claim, ObjectionEntry, ObjectionItem, ReviewChange } from '#lib/schemas/review.ts';
import { $address, changeQuery, createAddressed, hrefWith } from '#lib/stores/core/address.ts';
import { coalesce } from '#lib/stores/core/live.ts';
import { createRemote, type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { onQueueChange } from '#lib/stores/moderation/changes.ts';
import { isGone, isTaken, RENEW_MS } from '#lib/stores/moderation/claims.ts';
import { recount } from '#lib/stores/moderation/counts.ts';
import { $queueTab } from '#lib/stores/moderation/review-list.ts';
import { keepClaim } from '#lib/stores/moderation/start-queue.ts';
import { $viewer } from '#lib/stores/session/session.ts';

const GONE = 'This objection no longer waits for a decision.';

const list = createAddressed(
  computed($queueTab, (tab) => (tab === undefined ? undefined : tab === 'objections' || null)),
  (_tab, signal) => requestData(calls.listObjections, { signal }),
);
const item = createRemote<ObjectionItem>();
const currentId = atom<string | null>(null);
const notice = atom<string | null>(null);
/** The heading gets the focus when the user goes on. */
const arrival = atom(false);
/** Objections that come again after all others. */
const skipped = new Set<string>();
/** The one that is being decided here. */
let deciding: string | null = null;

/** The open objections, oldest first. */
export const $objections: ReadableAtom<Remote<ObjectionEntry[]>> = list.$remote;

/** Loads the list again after a failure. */
export const retryObjections = list.retry;

/** The id of the open objection; null when none is open. */
export const $objectionId: ReadableAtom<string | null> = currentId;

/** The open objection. */
export const $objection: ReadableAtom<Remote<ObjectionItem>> = item.$remote;

/** Why the open objection cannot be decided any longer; null while it can. */
export const $objectionNotice: ReadableAtom<string | null> = notice;

/** Whether the focus is to follow to the open objection. */
export const $objectionArrival: ReadableAtom<boolean> = arrival;

/** Notes that the focus has followed. */
export const arriveAtObjection = (): void => arrival.set(false);

/** Address of an objection. */
export const objectionHref = (id: string): string => hrefWith($address.get(), { objection: id });

const isClaimed = ({ claim }: ObjectionEntry): boolean => !!claim && Date.parse(claim.until) > runtime.now();

const changeEntry = (id: string, change: (entry: ObjectionEntry) => ObjectionEntry[]): void =>
  list.update((entries) => entries.flatMap((entry) => (entry.id === id ? change(entry) : [entry])));

const noteClaim = (id: string, claim: Claim | null): void =>
  changeEntry(id, (entry) => [{ ...entry, claim }]);

/** The objection that is claimed here, also while the claim is being answered: others see it before. */
function claimedId(): string | undefined {
  const remote = item.$remote.get();
  const isClaimed = remote.status === 'loading' || remoteValue(remote)?.refusal === null;
  return isClaimed && notice.get() === null ? (currentId.get() ?? undefined) : undefined;
}

function release(): void {
  const id = claimedId();
  currentId.set(null);
  notice.set(null);
  item.reset();
  if (id !== undefined) requestData(calls.releaseObjection, { params: { id } }).catch(() => {});
}

const claim = (id: string, signal?: AbortSignal): Promise<ObjectionItem> =>
  requestData(calls.claimObjection, { params: { id }, signal });

/** Why an objection cannot be claimed. One that is gone leaves the list. */
function refusalOf(id: string, error: unknown): string | undefined {
  if (error instanceof HttpError && isTaken(error)) {
    const until = error.until ?? new Date(runtime.now() + RENEW_MS).toISOString();
    noteClaim(id, { id: 0, username: '', until });
    return error.message;
  }
  if (!isGone(error)) return undefined;
  changeEntry(id, () => []);
  return GONE;
}

/** Opens an objection. One that is gone or claimed is passed over with a sentence, unless it was `chosen`: then that is its notice. */
async function open(id: string, chosen: boolean): Promise<void> {
  release();
  currentId.set(id);
  changeQuery({ objection: id }, { replace: true });
  let refusal: string | undefined;
  const load = async (signal: AbortSignal): Promise<ObjectionItem> => {
    try {
      return await claim(id, signal);
    } catch (error) {
      refusal = refusalOf(id, error);
      throw error;
    }
  };
  await item.load(load, { mode: 'replace' });
  if (refusal === undefined || currentId.get() !== id) return;
  if (chosen) return notice.set(refusal);
  showStatus(refusal);
  return openNext();
}

async function openNext(): Promise<void> {
  const free = (remoteValue(list.$remote.get()) ?? []).filter((entry) => !isClaimed(entry));
  const waiting = free.filter(({ isBlocked }) => !isBlocked);
  const next =
    waiting.find(({ id }) => !skipped.has(id)) ??
    waiting[0] ??
    (currentId.get() === null ? free[0] : undefined);
  if (next?.id === currentId.get()) return;
  if (next !== undefined) return open(next.id, false);
  release();
  changeQuery({ objection: null }, { replace: true });
}

/** Goes to an objection, as the user asked. */
export function goToObjection(id: string): Promise<void> {
  arrival.set(true);
  return open(id, true);
}

/** Goes on without a decision; the objection comes again after all others. */
export async function skipObjection(): Promise<void> {
  const id = currentId.get();
  if (id === null) return;
  skipped.add(id);
  arrival.set(true);
  await openNext();
  if (id === currentId.get()) showStatus('No other objection waits.');
}

/** Opens the objection again after it failed to load. */
export function retryObjection(): void {
  const id = currentId.get();
  if (id !== null) void open(id, true);
}

const blockObjection = (id: string, sentence: string): unknown =>
  currentId.get() === id && notice.set(sentence);

/** Decides about an objection with a reason for the person who objects, and goes on. One that is gone stays with what was typed. Throws as `request` does. */
export async function decideObjection(id: string, verdict: Verdict, reason: string): Promise<void> {
  deciding = id;
  try {
    await requestData(calls.decideObjection, { params: { id }, body: { verdict, reason } });
  } catch (error) {
    deciding = null;
    const refusal = refusalOf(id, error);
    if (refusal !== undefined) blockObjection(id, refusal);
    throw error;
  }
  showStatus(verdict === 'upheld' ? 'The decision was upheld.' : 'The decision was reversed.');
  changeEntry(id, () => []);
  recount();
  if (currentId.get() !== id) return;
  notice.set(GONE);
  arrival.set(true);
  await openNext();
}

/** Claims the open objection again after its claim may have been lost, and shows it as it is now. */
async function reclaim(): Promise<void> {
  const id = currentId.get();
  if (id === null || item.$remote.get().status !== 'ready') return;
  try {
    const fresh = await claim(id);
    if (currentId.get() !== id) return;
    notice.set(null);
    item.update(() => fresh);
  } catch (error) {
    const refusal = refusalOf(id, error);
    if (refusal !== undefined) blockObjection(id, refusal);
  }
}

const refresh = coalesce(() => list.reload({ mode: 'quiet' }));

function follow({ ofObjection, postId: id, change, claim, by }: ReviewChange): void {
  if (!ofObjection) return;
  const isRival = claim !== null && claim.id !== $viewer.get()?.id;
  if (change === 'opened') refresh();
  else if (change === 'decided') {
    changeEntry(id, () => []);
    const who = by === $viewer.get()?.id ? 'You have decided about it in another tab.' : GONE;
    if (id !== deciding) blockObjection(id, who);
  } else if (isRival || change === 'released') {
    noteClaim(id, claim);
    if (isRival) blockObjection(id, `${claim.username} is deciding about this objection.`);
    else if (id === currentId.get() && notice.get() !== null) void reclaim();
  }
}

function claimedParams() {
  const id = claimedId();
  return id === undefined ? undefined : { params: { id } };
}

/** Works on the objections until the returned function is called, which lets others have the open one. */
export function startObjections(): () => void {
  let isFirst = true;
  // The lists of posts no longer tell the counts.
  recount();
  return combineStops([
    list.$remote.subscribe((remote) => {
      if (remote.status !== 'ready') return;
      const wanted = GuidSchema.safeParse($address.get().query.objection).data;
      if (isFirst && wanted !== undefined) void open(wanted, true);
      else if (currentId.get() === null) void openNext();
      isFirst = false;
    }),
    keepClaim({
      renew: () => {
        const params = claimedParams();
        return params && requestData(calls.renewObjection, params);
      },
      releasePath: () => {
        const params = claimedParams();
        return params && callPath(calls.releaseObjection, params);
      },
      reclaim,
    }),
    onQueueChange({ onChange: follow, onMissed: refresh }),
    release,
  ]);
}
