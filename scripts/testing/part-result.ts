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

/** How many browser tests of a run may need a second try. More of them fail it: the product or its tests have a race. */
const MAX_SECOND_TRIES = 2;

/** Titles of the browser tests that passed at their second try. */
const secondTries: string[] = [];

/** Whether the browser tests with these titles get a second try. */
export const canTryAgain = (titles: readonly string[]): boolean =>
  titles.length > 0 && secondTries.length + titles.length <= MAX_SECOND_TRIES;

/** Takes down the tests that passed at their second try, for the end of the run. */
export function reportSecondTries(titles: readonly string[]): void {
  secondTries.push(...titles);
}

/** Prints which tests needed a second try, the sum of all parts as the last line, and sets the exit code. */
export function printSum(parts: readonly Counts[]): void {
  for (const title of secondTries) console.log(`needed a second try: ${title}`);
  const passed = parts.reduce((total, part) => total + part.passed, 0);
  const failed = parts.reduce((total, part) => total + part.failed, 0);
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(`${passed} passed, ${failed} failed`);
}
