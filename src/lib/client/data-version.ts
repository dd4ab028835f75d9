/**
 * The version of the newest data that the page knows of. Reads carry it, so that a shared cache never returns older data
 * (rule 24.24). Pages that got the same events send the same version and share the cached answer.
 */
import { runtime } from '#lib/runtime.ts';

let version = '';
let latest: unknown;

/** Sets the version to that of a live event: a hash of it and of the one before, because an event may come twice. */
export function noteEvent(event: unknown): void {
  let hash = 0;
  for (const char of JSON.stringify([latest, event]))
    hash = (Math.imul(hash, 31) + Number(char.codePointAt(0))) | 0;
  version = String(hash);
  latest = event;
}

/** Sets a version of this page alone: events may have been missed. */
export function noteGap(): void {
  version = `${runtime.now()}${Math.random()}`;
}

/** The address of a read, with the version if there is one. The API ignores it. */
export function withVersion(url: string): string {
  return version === '' ? url : `${url}${url.includes('?') ? '&' : '?'}v=${version}`;
}
