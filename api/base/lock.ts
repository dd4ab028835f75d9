/**
 * Locks a folder for one process. The lock file contains the holder's process id, and its start time, because ids are reused.
 * The lock of a process that has ended is replaced.
 */
import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** How a lock is called, and how a refusal is reported. */
export interface Lock {
  /** Path of the lock file. */
  file: string;
  /** Subject of the refusal, such as "The data folder /srv/data". */
  name: string;
  /** The way out besides stopping the holder. */
  advice: string;
  /** Creates the error of a refusal. */
  refusal: (sentence: string) => Error;
}

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

function refuse({ name, advice, refusal }: Lock, { pid, command }: Holder): never {
  throw refusal(`${name} is in use by process ${pid} (${command}): stop it first, or ${advice}.`);
}

/** Removes the lock of a process that has ended, unless another process has replaced it in between. */
function removeStale(lock: Lock, seen: string): void {
  const { file } = lock;
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
    refuse(lock, moved.holder);
  }
  rmSync(aside);
}

/** Takes the lock for this process; returns a function that releases it. Throws the refusal when a running process has it. */
export function takeLock(lock: Lock): () => void {
  const { file, name, refusal } = lock;
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
    if (found.holder !== null && isRunning(found.holder)) refuse(lock, found.holder);
    removeStale(lock, found.text);
  }
  throw refusal(`${name} cannot be locked, because other processes keep locking it: stop them first.`);
}
