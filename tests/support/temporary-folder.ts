/** Folders for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

let root: string | undefined;

/** A new folder, removed at the end of this process. */
export function temporaryFolder(): string {
  if (root === undefined) {
    const made = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-tests-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    root = made;
  }
  return mkdtempSync(path.join(root, 'folder-'));
}
