/** A page that has just been opened. Stores keep their state as long as a page is open, so each test opens its own. */
import { vi } from 'vitest';

type Merged<Modules extends readonly unknown[]> = Modules extends readonly [
  Promise<infer First>,
  ...infer Rest,
]
  ? First & Merged<Rest>
  : unknown;

/** Loads modules again, with the fake platform; returns what they export. */
export async function newPage<const Modules extends readonly Promise<object>[]>(
  load: () => Modules,
): Promise<typeof import('#tests/support/fake-platform.ts') & Merged<Modules>> {
  // Otherwise imports of the page before become a part of this one, without its fake platform.
  await vi.dynamicImportSettled();
  vi.resetModules();
  return Object.assign({}, ...(await Promise.all([import('#tests/support/fake-platform.ts'), ...load()])));
}
