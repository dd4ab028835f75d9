/** The room on the disk of a folder. */
import { statfs } from 'node:fs/promises';

/** Less than this means that the disk counts as full, in bytes. */
export const DISK_RESERVE = 64 * 1024 * 1024;

/** Free bytes of the disk that holds an existing folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
