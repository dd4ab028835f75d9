/** Locks the folder of the builds, so that no build empties what a running `npm start` serves. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { takeLock } from '#api/base/lock.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';

const held = new Set<string>();

/**
 * Locks the folder until the process ends or the returned function is called. A folder that this process has locked already
 * stays locked. Throws a plain failure with `advice` when another process has it.
 */
export function lockBuilds(distDir: string, advice = 'set DIST_DIR to another folder'): () => void {
  if (held.has(distDir)) return () => undefined;
  mkdirSync(distDir, { recursive: true });
  const unlock = takeLock({
    file: path.join(distDir, '.lock.json'),
    name: `The site in ${distDir}`,
    advice,
    refusal: (sentence) => new PlainFailure(sentence),
  });
  held.add(distDir);
  const release = (): void => {
    held.delete(distDir);
    process.off('exit', release);
    unlock();
  };
  process.once('exit', release);
  return release;
}
