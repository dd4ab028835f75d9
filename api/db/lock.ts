/**
 * Locks the data folder. The embedded database has no lock, and two processes on one folder lose data without an error.
 * The lock file contains the holder's process id, and its start time, because ids are reused. The lock of a process that
 * has ended is replaced.
 */
import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeDataFolderPrivate } from '#api/base/private-folder.ts';
import { DatabaseError } from '#api/db/database.ts';

const LOCK_FILE = 'lock.json';

interface Holder {
  pid: number;
  /** When the process started, in a format that depends on the system. */
  started: string;
  command: string;
}

/** When a process started, in the system's format; null when it does not run. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended and has no open files.
    return fields[0] === 'Z' ? null : (fields[19] ?? '');
  } catch {
    return process.platform === 'linux' ? null : startByPs(pid);
  }
}

function startByPs(pid: number): string | null {
  try {
    const output = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return output.trim() || null;
  } catch {
    return null;
  }
}

function readHolder(file: string): { text: string; holder: Holder | null } | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  try {
    const holder = JSON.parse(text) as Holder;
    return { text, holder: Number.isInteger(holder.pid) ? holder : null };
  } catch {
    return { text, holder: null };
  }
}

/** False when the process has ended, even if another one has its number now. */
const isRunning = (holder: Holder): boolean => startOf(holder.pid) === holder.started;

function refuse(folder: string, holder: Holder): never {
  throw new DatabaseError(
    `The data folder ${folder} is in use by process ${holder.pid} (${holder.command}): stop it first, or set DATA_DIR to another folder.`,
  );
}

/** Removes the lock of a process that has ended, unless another process has replaced it in between. */
function removeStale(folder: string, file: string, seen: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  if (moved !== null && moved.text !== seen && moved.holder !== null) {
    linkSync(aside, file);
    rmSync(aside);
    refuse(folder, moved.holder);
  }
  rmSync(aside);
}

/**
 * Locks the folder for this process; returns a function that unlocks it. Throws a DatabaseError with the holder's id when
 * it is locked already, and a ConfigError when the folder cannot be made private.
 */
export function lockFolder(folder: string): () => void {
  makeDataFolderPrivate(folder);
  const file = path.join(folder, LOCK_FILE);
  const command =
    process.argv
      .slice(1, 3)
      .map((part) => path.basename(part))
      .join(' ') || 'node';
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) ?? '', command });
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      writeFileSync(file, mine, { flag: 'wx' });
      return () => {
        if (readHolder(file)?.text === mine) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const found = readHolder(file);
    if (found === null) continue;
    if (found.holder !== null && isRunning(found.holder)) refuse(folder, found.holder);
    removeStale(folder, file, found.text);
  }
  throw new DatabaseError(
    `The data folder ${folder} cannot be locked, because other processes keep locking it: stop them first.`,
  );
}
