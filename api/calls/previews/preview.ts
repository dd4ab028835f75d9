/** The texts of a link preview. */
import { createHash } from 'node:crypto';
import { clip, flairText } from '#api/base/shown-text.ts';
import type { Card, CardShip, ClanCard, PlayerCard, PostCard } from '#api/calls/previews/cards.ts';
import { FLAIR_CATEGORIES } from '#lib/domain/flairs.ts';
import { totalKarma } from '#lib/domain/karma.ts';
import { formatKarma } from '#lib/domain/numbers.ts';
import { paths } from '#lib/paths.ts';
import { PREVIEW_TEXT_MAX_LENGTH, PREVIEW_TITLE_MAX_LENGTH, type Preview } from '#lib/schemas/preview.ts';

/** Changed with the design, so that pictures are drawn and fetched again. */
const DESIGN = 5;

/** A number as it appears in texts and pictures, which have no locale. */
export const signed = (value: number | null): string => formatKarma(value, 'en');

type Texts = Pick<Preview, 'path' | 'title' | 'description'>;

function playerTexts(card: PlayerCard): Texts {
  const clan = card.clanTag === null ? '' : `[${card.clanTag}] `;
  const karma = `Karma ${signed(totalKarma(card))} (in-game ${signed(card.gameKarma)}, platform ${signed(card.siteKarma)})`;
  const ratings = FLAIR_CATEGORIES.map((name) => `${name} ${signed(card.ratings[name])}`).join(', ');
  return {
    path: paths.player(card),
    title: card.username,
    description: `${clan}${card.username} · ${karma} · Ratings: ${ratings}`,
  };
}

const inShip = (name: string, ship: CardShip | null | undefined): string =>
  ship ? `${name} (${ship.title})` : name;

function postTexts({ battle, ...card }: PostCard): Texts {
  const parties = `${inShip(card.author, battle?.author)} about ${inShip(card.player, battle?.player)}`;
  const parts = [parties, battle?.map ?? '', flairText(card.flairs, card.held ?? false), card.excerpt];
  return {
    path: paths.post(card.id),
    title: card.title,
    description: parts.filter((part) => part !== '').join(' · '),
  };
}

function clanTexts(card: ClanCard): Texts {
  const members = card.members === 1 ? '1 member' : `${card.members} members`;
  const state = card.isDisbanded ? 'Disbanded clan' : 'Clan';
  return {
    path: paths.clan(card),
    title: `[${card.tag}] ${card.name}`.trim(),
    description: `${state} · ${members} · Total karma ${signed(card.karma)}`,
  };
}

function textsOf(card: Card): Texts {
  if (card.kind === 'player') return playerTexts(card);
  return card.kind === 'post' ? postTexts(card) : clanTexts(card);
}

/** Changes whenever the card or the design of its picture changes. */
export function cardVersion(card: Card | 'hidden', region: string): string {
  return createHash('sha256')
    .update(JSON.stringify([DESIGN, region, card]))
    .digest('base64url')
    .slice(0, 16);
}

/** The preview of a card in a region. */
export function previewOf(card: Card, region: string): Preview {
  const { path, title, description } = textsOf(card);
  return {
    path,
    title: clip(title, PREVIEW_TITLE_MAX_LENGTH),
    description: clip(description, PREVIEW_TEXT_MAX_LENGTH),
    alt: clip(`Picture of this page: ${title}. ${description}`, PREVIEW_TEXT_MAX_LENGTH),
    version: cardVersion(card, region),
  };
}
