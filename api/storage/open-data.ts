/** Opens everything that is stored: the database, and the files next to it. */
import { makeDataFolderPrivate } from '#api/base/private-folder.ts';
import type { StorageConfig } from '#api/config/storage.ts';
import type { DataSource } from '#api/db/database.ts';
import { openDatabase } from '#api/db/open.ts';
import { checkBucket, openFiles } from '#api/files/open-files.ts';
import type { FileStore } from '#api/files/store.ts';

/** The open database and files. */
export interface Data {
  database: DataSource;
  files: FileStore;
}

/**
 * Opens database and files; `log` receives what is wrong with the bucket. Commands open the data of either mode with
 * `loadStorage(process.env)`. Throws a DatabaseError or a ConfigError with one sentence when something cannot be used.
 */
export async function openData(config: StorageConfig, log: (text: string) => void): Promise<Data> {
  const database = await openDatabase(config);
  try {
    makeDataFolderPrivate(config.dataDir);
    const problem = await checkBucket(config);
    if (problem !== null) log(problem);
    return { database, files: openFiles(config) };
  } catch (error) {
    await database.close();
    throw error;
  }
}
