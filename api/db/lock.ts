/** Locks the data folder. The embedded database has no lock, and two processes on one folder lose data without an error. */
import path from 'node:path';
import { takeLock } from '#api/base/lock.ts';
import { makeDataFolderPrivate } from '#api/base/private-folder.ts';
import { DatabaseError } from '#api/db/database.ts';

/**
 * Locks the folder for this process; returns a function that unlocks it. Throws a DatabaseError with the holder's id when
 * it is locked already, and a ConfigError when the folder cannot be made private.
 */
export function lockFolder(folder: string): () => void {
  makeDataFolderPrivate(folder);
  return takeLock({
    file: path.join(folder, 'lock.json'),
    name: `The data folder ${folder}`,
    advice: 'set DATA_DIR to another folder',
    refusal: (sentence) => new DatabaseError(sentence),
  });
}
