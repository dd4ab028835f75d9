/** The page to pick an account to sign in with. */
import type { FastifyReply } from 'fastify';
import { OPEN_SIGN_IN } from '#api/config/demo.ts';
import { FIXED_ACCOUNTS } from '#api/config/demo-accounts.ts';
import { type Html, html, sendPage } from '#api/http/page.ts';
import { type RegionId, regions } from '#lib/regions.ts';

/** The content of the page. */
export interface AccountPage {
  region: RegionId;
  /** The query of the sign-in, which every link repeats. */
  query: URLSearchParams;
  search: string;
  found: readonly { id: number; username: string }[];
}

function addressWith(query: URLSearchParams, name: string, value: string): string {
  const next = new URLSearchParams(query);
  next.delete('search');
  next.set(name, value);
  return `?${next}`;
}

const accountLink = (query: URLSearchParams, account: { id: number; username: string }, note: string): Html =>
  html`<li><a href="${addressWith(query, 'account', String(account.id))}"><strong>${account.username}</strong> <small>${note}</small></a></li>`;

/** The search form repeats the sign-in's fields, because submitting a form replaces the query. */
const hiddenFields = (query: URLSearchParams): Html[] =>
  [...query]
    .filter(([name]) => name !== 'search')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

function results({ query, search, found }: AccountPage): Html {
  if (search === '') return html``;
  if (found.length === 0) return html`<p role="status">No results found</p>`;
  return html`<ul>${found.map((player) => accountLink(query, player, String(player.id)))}</ul>`;
}

/** Sends the page. */
export function sendAccountPage(reply: FastifyReply, page: AccountPage): FastifyReply {
  const { query, search, region } = page;
  const body = html`<h1>Sign in to ${regions[region].name}</h1>
<p class="dim">This stands in for the publisher’s sign-in on this machine. Pick the account to sign in with; there is no password.</p>
<p class="dim">${OPEN_SIGN_IN}</p>
<h2>Accounts to try</h2>
<ul>${FIXED_ACCOUNTS.map((account) => accountLink(query, account, account.purpose))}</ul>
<h2>Any other player</h2>
<form method="get">${hiddenFields(query)}<label>Player name <input type="search" name="search" value="${search}" maxlength="100"></label><button>Search</button></form>
${results(page)}
<p class="actions"><a class="button plain" href="${addressWith(query, 'cancel', '1')}">Cancel</a></p>`;
  return sendPage(reply, 200, `Sign in to ${regions[region].name}`, body);
}
