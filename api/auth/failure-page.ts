/** The page that a failed sign-in ends on: the reason in plain words, a retry, and the way back. */
import type { FastifyReply } from 'fastify';
import type { SignInFailure } from '#api/auth/openid.ts';
import { html, sendPage } from '#api/http/page.ts';

const REASONS: Readonly<Record<SignInFailure, { status: number; text: string }>> = {
  cancelled: { status: 403, text: 'You cancelled the sign-in, so nothing has changed.' },
  refused: { status: 403, text: 'The publisher could not complete your sign-in.' },
  invalid: {
    status: 403,
    text: 'The answer that came back from the publisher could not be trusted, so you were not signed in.',
  },
  expired: { status: 403, text: 'The sign-in took too long and is no longer valid.' },
  reused: {
    status: 403,
    text: 'This sign-in was already used. Reloading or sharing its address does not work.',
  },
  foreign: {
    status: 403,
    text: 'This sign-in was not started in this browser, or the browser did not keep its cookie. If you block cookies, allow them for this site, then try again.',
  },
  unreachable: { status: 502, text: 'The publisher could not be asked to confirm your sign-in.' },
  redirect: {
    status: 403,
    text: 'The address to come back to does not belong to this site, so the sign-in was stopped.',
  },
};

/** Addresses offered on the page. */
export interface WaysOn {
  retry: string;
  back: string;
}

/** Sends the page; 403, or 502 when the publisher could not be reached. */
export function sendFailurePage(reply: FastifyReply, failure: SignInFailure, ways: WaysOn): FastifyReply {
  const { status, text } = REASONS[failure];
  const body = html`<h1>You are not signed in</h1>
<p>${text}</p>
<p class="actions"><a class="button" href="${ways.retry}">Try again</a> <a class="button plain" href="${ways.back}">Back to where you came from</a></p>`;
  return sendPage(reply, status, 'Sign-in failed', body);
}
