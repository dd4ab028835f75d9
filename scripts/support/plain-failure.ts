/** A failure that the user can fix: one sentence, no stack. */
export class PlainFailure extends Error {}

/** Runs a script's main function: a plain failure ends the process with its sentence and code 1. */
export async function runScript(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof PlainFailure)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
