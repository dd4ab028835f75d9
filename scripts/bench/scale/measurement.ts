/** What a measurement of `bench:scale` is, and what it gets. */
import type { BenchServer, SizeName } from '#scripts/bench/scale/servers.ts';
import type { ApiProcess } from '#tests/support/scale/api-processes.ts';

/** What measurements share. */
export interface Bench {
  server: BenchServer;
  /** The API on one of the databases, without pooler and limits (set-up B); started when it is first needed. */
  api(size: SizeName): Promise<ApiProcess>;
  /** Ends that API, for a measurement with other processes on its database. */
  endApi(size: SizeName): Promise<void>;
  /** A token of an account, valid in both databases. */
  tokenOf(id: number): Promise<string>;
}

/** A table with the figures of a measurement, and whether they meet the goal. */
export interface Outcome {
  rows: readonly object[];
  isMet: boolean;
  /** Longer text, such as plans, printed below the table. */
  details?: string;
}

/** One row of the goals. */
export interface Measurement {
  /** For `--only=`. */
  name: string;
  goal: string;
  measure(bench: Bench): Promise<Outcome>;
}

/** Sizes in the order in which calls alternate. */
export const SIZE_NAMES: readonly SizeName[] = ['small', 'big'];
