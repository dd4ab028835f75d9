/**
 * The file is no replay that anyone could use: its message is a plain sentence that may be shown to the uploader.
 * The API answers 422.
 */
export class InvalidReplayError extends Error {
  override readonly name: string = 'InvalidReplayError';
}

/**
 * The file carries data that would run code in the game client of whoever opens it (CVE-2022-31265). It must
 * never be stored or served, and never falls back to its header. The API answers 422.
 */
export class MaliciousReplayError extends InvalidReplayError {
  override readonly name = 'MaliciousReplayError';
}
