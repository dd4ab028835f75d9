/** Results of the parts of `npm test`. */

/** How many tests of a part passed and failed. */
export interface Counts {
  passed: number;
  failed: number;
}

/** Runs a part and prints its result, with its output when it failed. A part that throws counts as one failure. */
export async function runPart(
  name: string,
  part: () => Promise<Counts & { output: string }>,
): Promise<Counts> {
  const started = performance.now();
  const outcome = await part().catch((error: Error) => ({ passed: 0, failed: 1, output: error.message }));
  const { passed, failed, output } = outcome;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (failed > 0 && output.trim() !== '') console.log(`\n${output.trim()}\n`);
  const count = passed + failed === 1 ? '' : `${passed} passed, ${failed} failed, `;
  console.log(`${failed > 0 ? '✗' : '✓'} ${name} (${count}${seconds} s)`);
  return { passed, failed };
}

/** Prints the sum of all parts as the last line, and sets the exit code. */
export function printSum(parts: readonly Counts[]): void {
  const passed = parts.reduce((total, part) => total + part.passed, 0);
  const failed = parts.reduce((total, part) => total + part.failed, 0);
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(`${passed} passed, ${failed} failed`);
}
