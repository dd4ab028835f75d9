/** An API under test whose log is collected. */
import { onTestFinished } from 'vitest';
import { createTestApi, type TestApi, type TestApiOptions } from '#tests/support/api.ts';

/** Starts the API until the end of the test; it logs problems unless `options` say otherwise. `log` is what was written to standard error since then. */
export async function startLogging(options: TestApiOptions): Promise<TestApi & { log: () => string }> {
  const lines: string[] = [];
  const { write } = process.stderr;
  process.stderr.write = ((chunk: unknown) => lines.push(String(chunk)) > 0) as typeof process.stderr.write;
  onTestFinished(() => {
    process.stderr.write = write;
  });
  const logging = await createTestApi({ logLevel: 'warn', ...options });
  onTestFinished(() => logging.close());
  return { ...logging, log: () => lines.join('') };
}
