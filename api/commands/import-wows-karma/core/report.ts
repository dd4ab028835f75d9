/** The report of an import: rows read, written and left out per table, with reasons. */

/** The numbers of one table. */
export class TableReport {
  read = 0;
  added = 0;
  leftOut = 0;
  readonly name: string;
  readonly #reasons = new Map<string, number>();

  constructor(name: string) {
    this.name = name;
  }

  /** Counts something about a row that is imported. */
  note(reason: string): void {
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
  }

  /** Counts a row that is not imported. */
  leaveOut(reason: string): null {
    this.leftOut += 1;
    this.note(`left out: ${reason}`);
    return null;
  }

  /** Counts a row that the old database does not have as such. */
  add(reason: string): void {
    this.added += 1;
    this.note(`added: ${reason}`);
  }

  /** The rows of the backup. */
  get written(): number {
    return this.read + this.added - this.leftOut;
  }

  /** The table with its reasons, sorted. */
  lines(): string[] {
    const reasons = [...this.#reasons].sort(([one], [other]) => (one < other ? -1 : 1));
    return [
      `${this.name}: ${this.read} read, ${this.written} written, ${this.leftOut} left out, ${this.added} added`,
      ...reasons.map(([reason, count]) => `  ${count}  ${reason}`),
    ];
  }
}
