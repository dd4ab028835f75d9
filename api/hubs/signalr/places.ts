/** Connections that one address and one account may hold, negotiated ones included, so that none locks out the others. */

/** Who holds a connection. */
export interface Party {
  /** The address, as limits count callers. */
  address: string;
  /** Region and id of the account; null when signed out. */
  account: string | null;
}

/** Gives a place back; later calls do nothing. */
export type Leave = () => void;

/** All places that are taken. */
export class Places {
  readonly #maxPerAddress: number;
  readonly #maxPerAccount: number;
  readonly #taken = new Map<string, number>();

  constructor({ maxPerAddress, maxPerAccount }: { maxPerAddress: number; maxPerAccount: number }) {
    this.#maxPerAddress = maxPerAddress;
    this.#maxPerAccount = maxPerAccount;
  }

  /** Takes a place for a connection; null when the address or the account has none left. */
  take({ address, account }: Party): Leave | null {
    const keys = [`address ${address}`, ...(account === null ? [] : [`account ${account}`])];
    const [ofAddress = 0, ofAccount = 0] = keys.map((key) => this.#taken.get(key) ?? 0);
    if (ofAddress >= this.#maxPerAddress || ofAccount >= this.#maxPerAccount) return null;
    for (const key of keys) this.#add(key, 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      for (const key of keys) this.#add(key, -1);
    };
  }

  #add(key: string, change: 1 | -1): void {
    const count = (this.#taken.get(key) ?? 0) + change;
    if (count === 0) this.#taken.delete(key);
    else this.#taken.set(key, count);
  }
}
