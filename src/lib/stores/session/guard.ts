/** Guards of routes, enforced in the browser before a guarded screen is drawn. */
import { guardOutcome } from '#lib/domain/permissions.ts';
import { paths } from '#lib/paths.ts';
import type { Guard } from '#lib/routes.ts';
import { runtime } from '#lib/runtime.ts';
import { $viewer, loadSession } from '#lib/stores/session/session.ts';

/**
 * Waits for the session, then redirects visitors who may not see the screen to /unauthorized or /forbidden. Resolves to
 * whether the screen may be drawn; never rejects.
 */
export async function enforceGuard(guard: Guard): Promise<boolean> {
  await loadSession();
  const outcome = guardOutcome($viewer.get(), guard);
  if (outcome === 'allowed') return true;
  const { pathname, search } = runtime.location();
  const unauthorized = `${paths.unauthorized}?redirectUri=${encodeURIComponent(pathname + search)}`;
  runtime.replace(outcome === 'forbidden' ? paths.forbidden : unauthorized);
  return false;
}
