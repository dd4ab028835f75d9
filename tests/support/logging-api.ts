/** An API under test whose log is collected. */
import { onTestFinished } from 'vitest';
import type { TestApi, TestApiOptions } from '#tests/support/api.ts';
import { openTestApi } from '#tests/support/api-fixture.ts';

/** Starts the API until the end of the test; it logs problems unless `options` say otherwise. `log` is what was written to standard error since then. */
export async function startLogging(options: TestApiOptions): Promise<TestApi & { log: () => string }> {
  const lines: string[] = [];
  const { write } = process.stderr;
  process.stderr.write = ((chunk: unknown) => lines.push(String(chunk)) > 0) as typeof process.stderr.write;
  onTestFinished(() => {
    process.stderr.write = write;
  });
  const logging = await openTestApi({ logLevel: 'warn', ...options });
  return { ...logging, log: () => lines.join('') };
}
