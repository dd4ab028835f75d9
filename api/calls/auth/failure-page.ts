/** The page of a failed sign-in: the reason, a retry button and a link back. */
import type { FastifyReply } from 'fastify';
import { READ_ONLY_RETRY_AFTER } from '#api/http/errors.ts';
import { html, sendPage } from '#api/http/page.ts';

const REASONS = {
  cancelled: 'You cancelled the sign-in, so nothing has changed.',
  refused: 'The publisher could not complete your sign-in.',
  invalid: 'The publisher’s response could not be trusted, so you were not signed in.',
  expired: 'The sign-in took too long and is no longer valid.',
  reused: 'This sign-in was already used. Reloading or sharing its address does not work; start again.',
  foreign:
    'This sign-in was not started in this browser, or the browser did not keep its cookie. If you block cookies, allow them for this site, then try again.',
  unreachable: 'The publisher could not be reached to confirm your sign-in. Try again in a few minutes.',
  'read-only':
    'Fleet Karma is read-only for a short while, so no one can sign in now. Those who are signed in stay signed in. Try again in a few minutes.',
  redirect: 'The address to return to does not belong to this site, so the sign-in was stopped.',
};

/** Why a sign-in failed. */
export type SignInFailure = keyof typeof REASONS;

const STATUSES: Partial<Record<SignInFailure, number>> = { unreachable: 502, 'read-only': 503 };

/** Sends the page; 403, 502 when the publisher could not be reached, or 503 in read-only mode. */
export function sendFailurePage(
  reply: FastifyReply,
  failure: SignInFailure,
  links: { retry: string; back: string },
): FastifyReply {
  const body = html`<h1>You are not signed in</h1>
<p>${REASONS[failure]}</p>
<p class="actions"><a class="button" href="${links.retry}">Try again</a> <a class="button plain" href="${links.back}">Go back</a></p>`;
  if (failure === 'read-only') reply.header('retry-after', READ_ONLY_RETRY_AFTER);
  return sendPage(reply, STATUSES[failure] ?? 403, 'Sign-in failed', body);
}
