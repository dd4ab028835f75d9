/** The report of an erasure, or of a dry run. */
import type { Person } from '#api/commands/person/find.ts';
import { excerptsOf } from '#api/model/replays/mask.ts';

/** A text of someone else that an erasure changes. */
export interface ChangedText {
  table: string;
  column: string;
  /** Of the row. */
  id: string;
  /** The mentions with a few words around them, before the change. */
  excerpts: readonly string[];
}

/** Report of an erasure: numbers of rows by change and by table. */
export interface ErasureReport extends Pick<Person, 'unusedNames'> {
  names: readonly string[];
  /** Names that only replays show. */
  candidates: readonly string[];
  /** Every text of others that is masked. */
  texts: ChangedText[];
  deleted: Record<string, number>;
  unlinked: Record<string, number>;
  masked: Record<string, number>;
  /** Messages on Discord that the API will delete or reword. */
  messages: number;
}

/** A report without any change. */
export const emptyReport = ({ names, unusedNames }: Person): ErasureReport => ({
  names: [...names],
  unusedNames,
  candidates: [],
  deleted: {},
  unlinked: {},
  masked: {},
  texts: [],
  messages: 0,
});

/** Adds rows of a table. */
export function count(into: Record<string, number>, table: string, rows: number): void {
  if (rows > 0) into[table] = (into[table] ?? 0) + rows;
}

/** Adds a text to the report if it has a mention. */
export function list(
  report: ErasureReport,
  place: Omit<ChangedText, 'excerpts'>,
  text: string,
  pattern: string,
): void {
  const excerpts = excerptsOf(text, pattern);
  if (excerpts.length > 0) report.texts.push({ ...place, excerpts });
}

/** Whether nothing is stored about the account. */
export const isNothing = ({ deleted, unlinked, masked, texts, messages }: ErasureReport): boolean =>
  Object.keys({ ...deleted, ...unlinked, ...masked }).length + texts.length + messages === 0;
