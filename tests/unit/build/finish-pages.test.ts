import type { HookParameters } from 'astro';
import { expect, it } from 'vitest';
import { finishPages } from '../../../src/build/finish-pages.ts';

it('fails the build when no import is marked as early, since texts would load after all modules', async () => {
  const finish = finishPages().hooks['astro:build:done'];
  const built = { dir: new URL('file:///'), pages: [] } as unknown as HookParameters<'astro:build:done'>;
  await expect(finish?.(built)).rejects.toThrow('No import is marked as early.');
});
