/** Guards of routes, enforced in the browser before a guarded screen is drawn. */
import { guardOutcome } from '#lib/domain/permissions.ts';
import { paths } from '#lib/paths.ts';
import type { Guard } from '#lib/routes.ts';
import { runtime } from '#lib/runtime.ts';
import { $session, $viewer, loadSession } from '#lib/stores/session/session.ts';

/** Whether a guarded screen may be drawn; `unchecked`: the session check failed. */
export type GuardState = 'waiting' | 'allowed' | 'unchecked';

/**
 * Waits for the session, then redirects visitors who may not see the screen to /unauthorized or /forbidden. Resolves to
 * `waiting` for them; never rejects.
 */
export async function enforceGuard(guard: Guard): Promise<GuardState> {
  await loadSession();
  const session = $session.get();
  if (session.status === 'signed-out' && session.unchecked !== undefined) return 'unchecked';
  const outcome = guardOutcome($viewer.get(), guard);
  if (outcome === 'allowed') return outcome;
  const { pathname, search } = runtime.location();
  const unauthorized = `${paths.unauthorized}?redirectUri=${encodeURIComponent(pathname + search)}`;
  runtime.replace(outcome === 'forbidden' ? paths.forbidden : unauthorized);
  return 'waiting';
}
