/** Makes clients reconnect, and so reload, after messages were lost: a few at a time, so that they do not all come at once. */
import type { Member } from './hub.ts';

const EVERY_MS = 100;
/** 10,000 clients take ten seconds. */
const AT_ONCE = 100;

/** Members of hubs that are about to be closed. */
export class Refresh {
  readonly #waiting = new Set<Member>();
  #timer: NodeJS.Timeout | undefined;

  /** Closes the members: they may have missed something. Later members have not. */
  add(members: Iterable<Member>): void {
    for (const member of members) this.#waiting.add(member);
    this.#timer ??= setInterval(() => this.#closeSome(), EVERY_MS).unref();
    this.#closeSome();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #closeSome(): void {
    let left = AT_ONCE;
    for (const member of this.#waiting) {
      if (left === 0) return;
      left -= 1;
      this.#waiting.delete(member);
      member.close({ allowReconnect: true });
    }
    if (this.#waiting.size === 0) this.stop();
  }
}
