/** The types of a measurement of `bench:scale` and of its input. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchServer, SizeName } from '#scripts/bench/scale/servers.ts';
import type { ApiProcess } from '#tests/support/scale/api-processes.ts';

/** Servers that all measurements share. */
export interface Bench {
  server: BenchServer;
  /** The API on one of the databases, without pooler and limits (set-up B); started when it is first needed. */
  api(size: SizeName): Promise<ApiProcess>;
}

/** A table with the figures of a measurement, and whether they meet the goal. */
export interface Outcome {
  rows: readonly object[];
  isMet: boolean;
  /** Text that is printed below the table. */
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
export const SIZE_NAMES = ['small', 'big'] as const satisfies readonly SizeName[];

/** Waits until the condition holds, or the limit is over. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs: number): Promise<void> {
  const started = performance.now();
  while (performance.now() - started < limitMs && !(await condition())) await sleep(50);
}
