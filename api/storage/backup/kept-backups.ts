/** The backups in a folder, written by the API or added by an operator. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readManifest } from '#api/storage/backup/manifest.ts';
import type { RegionId } from '#lib/regions.ts';
import { z } from '#lib/schemas/zod.ts';

const CHECK_FILE = 'checked.json';

const CheckSchema = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Why the backup could not be restored; null if it could. */
  problem: z.nullable(z.string()),
  /** Whether the problem is damage to a file of the backup. Earlier versions did not store it. */
  damaged: z._default(z.boolean(), true),
});

/** The result of restoring a backup as a test. */
export type Check = z.output<typeof CheckSchema>;

/** A complete backup. */
export interface KeptBackup {
  /** Name of its folder. */
  name: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  regions: readonly RegionId[];
  /** Null for one that was not tested. */
  check: Check | null;
}

/** Stores the result of a test in the backup. */
export async function storeCheck(folder: string, check: Check): Promise<void> {
  await writeFile(path.join(folder, CHECK_FILE), JSON.stringify(check), { mode: 0o600 });
}

async function readCheck(folder: string): Promise<Check | null> {
  try {
    return CheckSchema.parse(JSON.parse(await readFile(path.join(folder, CHECK_FILE), 'utf8')));
  } catch {
    return null;
  }
}

type Facts = Pick<KeptBackup, 'createdAt' | 'regions'>;

async function factsOf(folder: string): Promise<Facts | null> {
  const manifest = await readManifest(folder).catch(() => null);
  if (manifest === null) return null;
  return { createdAt: Date.parse(manifest.createdAt), regions: Object.keys(manifest.regions) as RegionId[] };
}

/** Returns a function that lists the complete backups in the folder, newest first. It rejects when the folder cannot be read. */
export function createListing(folder: string): () => Promise<KeptBackup[]> {
  // A manifest names every file, and never changes: each is read once.
  const known = new Map<string, Facts>();
  const find = async (name: string): Promise<KeptBackup | null> => {
    // One that is being written has a manifest before it gets its name.
    if (name.endsWith('.unfinished')) return null;
    const facts = known.get(name) ?? (await factsOf(path.join(folder, name)));
    if (facts === null) return null;
    known.set(name, facts);
    return { name, ...facts, check: await readCheck(path.join(folder, name)) };
  };
  return async () => {
    const found: KeptBackup[] = [];
    for (const name of await readdir(folder)) {
      const backup = await find(name);
      if (backup !== null) found.push(backup);
    }
    return found.sort((one, other) => other.createdAt - one.createdAt);
  };
}
