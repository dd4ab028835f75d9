/** Result of one part of `npm test`. */
export interface PartResult {
  name: string;
  passed: number;
  failed: number;
  seconds: number;
  /** The tool's output, shown when something failed. */
  output: string;
}

/** Runs and times `part`. A part that throws counts as one failure with its message. */
export async function measured(
  name: string,
  part: () => Promise<{ passed: number; failed: number; output: string }>,
): Promise<PartResult> {
  const started = performance.now();
  const outcome = await part().catch((error: Error) => ({ passed: 0, failed: 1, output: error.message }));
  return { name, ...outcome, seconds: (performance.now() - started) / 1000 };
}

/** Prints one line, preceded by the tool's output when it failed. */
export function printResult(result: PartResult): void {
  const { name, passed, failed, seconds, output } = result;
  if (failed > 0 && output.trim() !== '') console.log(`\n${output.trim()}\n`);
  const count = passed + failed === 1 ? '' : `${passed} passed, ${failed} failed, `;
  console.log(`${failed > 0 ? '✗' : '✓'} ${name} (${count}${seconds.toFixed(1)} s)`);
}
