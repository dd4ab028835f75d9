/** The page of a failed sign-in: the reason, a retry button and a link back. */
import type { FastifyReply } from 'fastify';
import type { SignInFailure } from '#api/auth/openid.ts';
import { html, sendPage } from '#api/http/page.ts';

const REASONS: Readonly<Record<SignInFailure, { status: number; text: string }>> = {
  cancelled: { status: 403, text: 'You cancelled the sign-in, so nothing has changed.' },
  refused: { status: 403, text: 'The publisher could not complete your sign-in.' },
  invalid: {
    status: 403,
    text: 'The publisher’s response could not be trusted, so you were not signed in.',
  },
  expired: { status: 403, text: 'The sign-in took too long and is no longer valid.' },
  reused: {
    status: 403,
    text: 'This sign-in was already used. Reloading or sharing its address does not work; start again.',
  },
  foreign: {
    status: 403,
    text: 'This sign-in was not started in this browser, or the browser did not keep its cookie. If you block cookies, allow them for this site, then try again.',
  },
  unreachable: {
    status: 502,
    text: 'The publisher could not be reached to confirm your sign-in. Try again in a few minutes.',
  },
  redirect: {
    status: 403,
    text: 'The address to return to does not belong to this site, so the sign-in was stopped.',
  },
};

/** Links of the page. */
export interface FailureLinks {
  retry: string;
  back: string;
}

/** Sends the page; 403, or 502 when the publisher could not be reached. */
export function sendFailurePage(
  reply: FastifyReply,
  failure: SignInFailure,
  links: FailureLinks,
): FastifyReply {
  const { status, text } = REASONS[failure];
  const body = html`<h1>You are not signed in</h1>
<p>${text}</p>
<p class="actions"><a class="button" href="${links.retry}">Try again</a> <a class="button plain" href="${links.back}">Go back</a></p>`;
  return sendPage(reply, status, 'Sign-in failed', body);
}
