/**
 * The item that a moderator decides about: claimed while it is open, and the next one after it (Rules 28.46, 28.50 and 31.21).
 */
import { atom, type ReadableAtom } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { runtime } from '#lib/runtime.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
import type { ReviewChange } from '#lib/schemas/review.ts';
import { $address, changeQuery } from '#lib/stores/core/address.ts';
import { createRemote, type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { onQueueChange } from '#lib/stores/moderation/changes.ts';
import {
  type ClaimCalls,
  isGone,
  isTaken,
  keepClaim,
  RENEW_MS,
  type SeenClaim,
} from '#lib/stores/moderation/claims.ts';
import { isModeratedHere, unmarkModerated } from '#lib/stores/posts/moderated.ts';
import { $viewer } from '#lib/stores/session/session.ts';

/** The differences between posts and objections. */
interface ClaimedOptions<Item> {
  /** Names it in sentences and in the address. */
  noun: 'post' | 'objection';
  /** Name of the id in the paths of the calls. */
  idName: string;
  calls: ClaimCalls;
  /** Claims an item and returns it. Throws as `request` does. */
  claim: (id: string, signal: AbortSignal | undefined) => Promise<Item>;
  /** Whether the API shows the item without a claim, because the viewer cannot decide about it. */
  isReadOnly?: (item: Item) => boolean;
  $list: ReadableAtom<Remote<unknown>>;
  /** The listed ids that may be opened next, in their order. */
  free: () => readonly string[];
  /** Loads more of the list, if there is more. */
  loadMore?: () => Promise<void> | undefined;
  noteClaim: (id: string, claim: SeenClaim) => void;
  remove: (id: string) => void;
  /** Called when an item is opened. */
  onOpen?: (id: string) => void;
}

/** The open item, its claim, and the way to the next one. */
export class ClaimedItem<Item> {
  readonly #options: ClaimedOptions<Item>;
  readonly #item = createRemote<Item>();
  readonly #currentId = atom<string | null>(null);
  readonly #notice = atom<string | null>(null);
  readonly #arrival = atom<string | null>(null);
  /** Items that come again after all others. */
  readonly #skipped = new Set<string>();
  /** Items that are being released, because a claim that overtakes its release would be lost. */
  readonly #releases = new Map<string, Promise<unknown>>();
  /** The user goes on, so that the focus follows to what opens next. */
  #isUserMoving = false;
  /** The open item was decided here, which has ended its claim. */
  #isDecided = false;
  #isSearching = false;

  /** The id of the open item; null when nothing is open. */
  readonly $currentId: ReadableAtom<string | null> = this.#currentId;
  /** The open item. */
  readonly $item: ReadableAtom<Remote<Item>> = this.#item.$remote;
  /** Why the open item cannot be decided any longer; null while it can. */
  readonly $notice: ReadableAtom<string | null> = this.#notice;
  /** The item that the user went to, until the focus has followed. */
  readonly $arrival: ReadableAtom<string | null> = this.#arrival;
  /** Shown when the item was decided meanwhile, or its post deleted. */
  readonly gone: string;

  constructor(options: ClaimedOptions<Item>) {
    this.#options = options;
    this.gone = `This ${options.noun} no longer waits for a decision.`;
  }

  /** The open item, if it can be decided. */
  get decidable(): Item | undefined {
    return this.#notice.get() === null ? remoteValue(this.#item.$remote.get()) : undefined;
  }

  #addressOf(id: string) {
    return { params: { [this.#options.idName]: id } };
  }

  /** The address of what is claimed here, also while the claim is being answered: others see it before. */
  get #claimed() {
    const [id, remote] = [this.#currentId.get(), this.#item.$remote.get()];
    if (id === null || this.#isDecided || this.#notice.get() !== null) return undefined;
    const isOwn = remote.status === 'ready' && !this.#options.isReadOnly?.(remote.value);
    return isOwn || remote.status === 'loading' ? this.#addressOf(id) : undefined;
  }

  /** Lets others have the open item. */
  #release(): void {
    const [id, claimed] = [this.#currentId.get(), this.#claimed];
    this.#currentId.set(null);
    this.#item.reset();
    this.#notice.set(null);
    this.#isDecided = false;
    if (id === null || claimed === undefined) return;
    const released = requestData(this.#options.calls.release, claimed).catch(() => {});
    this.#releases.set(
      id,
      released.then(() => this.#releases.delete(id)),
    );
  }

  async #claim(id: string, signal?: AbortSignal): Promise<Item> {
    await this.#releases.get(id);
    return this.#options.claim(id, signal);
  }

  /** Why an item cannot be claimed or decided, which the list then shows, too; undefined after another failure. */
  #refusalOf(id: string, error: unknown): string | undefined {
    if (isTaken(error)) {
      const until = error.until ?? new Date(runtime.now() + RENEW_MS).toISOString();
      this.#options.noteClaim(id, { until });
      return error.message;
    }
    if (!isGone(error)) return undefined;
    this.#options.remove(id);
    return this.gone;
  }

  /**
   * Opens an item. One that is gone or claimed by another is passed over, with a sentence about it, unless it was `chosen`: then
   * the sentence takes its place.
   */
  async #open(id: string, { chosen = false } = {}): Promise<void> {
    this.#release();
    this.#currentId.set(id);
    if (this.#isUserMoving) this.#arrival.set(id);
    this.#isUserMoving = false;
    unmarkModerated(id);
    this.#options.onOpen?.(id);
    changeQuery({ [this.#options.noun]: id }, { replace: true });
    let refusal: string | undefined;
    const load = (signal: AbortSignal) =>
      this.#claim(id, signal).catch((error: unknown) => {
        refusal = this.#refusalOf(id, error);
        throw error;
      });
    await this.#item.load(load, { mode: 'replace' });
    if (refusal === undefined || this.#currentId.get() !== id) return;
    if (chosen) return this.#notice.set(refusal);
    showStatus(refusal);
    await this.#openNext();
  }

  /** Whether the item is open, and no message says that it cannot be decided. */
  #isDecidable(id: string): boolean {
    return id === this.#currentId.get() && this.#notice.get() === null;
  }

  /** The first item that was not skipped, or else the first one. */
  async #findNext(): Promise<string | undefined> {
    const { free, loadMore } = this.#options;
    const find = () => free().find((id) => !this.#skipped.has(id));
    if (find() === undefined) await loadMore?.();
    if (find() === undefined) this.#skipped.clear();
    return find();
  }

  /** Opens the next item; nothing is open when there is none. */
  async #openNext(): Promise<void> {
    this.#isSearching = true;
    const next = await this.#findNext();
    this.#isSearching = false;
    if (next !== undefined) return this.#isDecidable(next) ? undefined : this.#open(next);
    this.#isUserMoving = false;
    this.#release();
    changeQuery({ [this.#options.noun]: null }, { replace: true });
  }

  /** Notes that the focus has followed. */
  arrive(): void {
    this.#arrival.set(null);
  }

  /** Goes to an item, as the user asked. */
  async goTo(id: string): Promise<void> {
    if (this.#isDecidable(id)) return this.#arrival.set(id);
    this.#isUserMoving = true;
    await this.#open(id, { chosen: true });
  }

  /** Goes on without a decision; the item comes again after all others. */
  async skip(): Promise<void> {
    const id = this.#currentId.get();
    if (id !== null) this.#skipped.add(id);
    this.#isUserMoving = true;
    await this.#openNext();
    this.#isUserMoving = false;
    if (id !== null && id === this.#currentId.get())
      showStatus(`No other ${this.#options.noun} waits in this tab.`);
  }

  /** Goes on after an item was decided. */
  async goOn(id: string): Promise<void> {
    this.#options.remove(id);
    if (this.#currentId.get() !== id) return;
    this.#isDecided = true;
    this.#isUserMoving = true;
    await this.#openNext();
  }

  /** Opens the item again after it failed to load. */
  retry(): void {
    const id = this.#currentId.get();
    if (id !== null) void this.#open(id);
  }

  /** Stops deciding about the open item: what was typed stays. */
  #block(id: string, sentence: string): void {
    if (this.#currentId.get() === id) this.#notice.set(sentence);
  }

  /** Handles an error that may say that another moderator has the item, or has decided about it. */
  noteRefusal(id: string, error: unknown): void {
    const refusal = this.#refusalOf(id, error);
    if (refusal !== undefined) this.#block(id, refusal);
  }

  /** Claims the open item again after its claim may have been lost, and shows it as it is now. */
  async reclaim(): Promise<void> {
    const id = this.#currentId.get();
    const { status } = this.#item.$remote.get();
    if (id === null || status === 'loading') return;
    if (status !== 'ready') return this.#open(id, { chosen: true });
    try {
      const fresh = await this.#claim(id);
      if (this.#currentId.get() !== id) return;
      this.#isDecided = false;
      this.#notice.set(null);
      this.#item.update(() => fresh);
    } catch (error) {
      this.noteRefusal(id, error);
    }
  }

  /** A change of the open item elsewhere, by the account that decided. */
  #decidedText(by: ReviewChange['by']): string {
    const { noun } = this.#options;
    if (by === null) return this.gone;
    return by === $viewer.get()?.id
      ? `You have decided about this ${noun} in another tab.`
      : `Another moderator has decided about this ${noun}.`;
  }

  /** Applies what others do to the open item. */
  #follow({ postId: id, change, claim: rival, by }: ReviewChange): void {
    if (id !== this.#currentId.get()) return;
    if (change === 'claimed' && rival !== null && rival.id !== $viewer.get()?.id)
      this.#block(id, `${rival.username} is deciding about this ${this.#options.noun}.`);
    if (change === 'decided' && !isModeratedHere(id)) this.#block(id, this.#decidedText(by));
    // Another report may have arrived.
    if (change === 'opened' || (change === 'released' && this.decidable === undefined)) void this.reclaim();
  }

  /** Opens the item of the address, or the first, when a list has loaded; and the first one that arrives in an empty list. */
  #followList(): () => void {
    const { $list, free, noun } = this.#options;
    let isNew = true;
    return $list.subscribe(({ status }) => {
      if (status === 'loading') {
        isNew = true;
        this.#release();
      }
      if (status !== 'ready') return;
      const wanted = GuidSchema.safeParse($address.get().query[noun]).data;
      if (isNew) {
        isNew = false;
        this.#skipped.clear();
        void (wanted === undefined ? this.#openNext() : this.#open(wanted, { chosen: true }));
      } else if (!this.#isSearching && this.#currentId.get() === null && free().length > 0)
        void this.#openNext();
    });
  }

  /** Works on the list until the returned function is called, which lets others have the open item. */
  start(): () => void {
    return combineStops([
      keepClaim(
        this.#options.calls,
        () => this.#claimed,
        () => this.reclaim(),
      ),
      this.#followList(),
      onQueueChange({ onChange: (change) => this.#follow(change), onMissed: () => {} }),
      () => this.#release(),
    ]);
  }
}
