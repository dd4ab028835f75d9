/** The messages as they should be now: only what the site shows to everyone, or to staff in the moderation channel. */
import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { clip, excerpt, flairText, shownName, shownTime } from '#api/base/shown-text.ts';
import type { Db } from '#api/db/database.ts';
import { objections } from '#api/db/decision-schema.ts';
import { platformBans } from '#api/db/moderation-schema.ts';
import { reports, reviews } from '#api/db/review-schema.ts';
import { players } from '#api/db/schema.ts';
import type { DueMessage } from '#api/discord/queue.ts';
import { findModAction } from '#api/model/moderation.ts';
import { findPost, type PostRow } from '#api/model/posts/queries.ts';
import { isListed } from '#api/model/posts/visibility.ts';
import { toDate } from '#lib/domain/dates.ts';
import { netFlair, parseFlairs } from '#lib/domain/flairs.ts';
import { karmaTone } from '#lib/domain/karma.ts';
import { paths } from '#lib/paths.ts';
import { type RegionId, regions } from '#lib/regions.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';
import { playerName } from '#lib/schemas/player.ts';

/** The region and origin that links in messages lead to. */
export interface MessagePlace {
  region: RegionId;
  /** Origin of the region's site. */
  site: string;
}

const TEXT_MAX_LENGTH = 300;
const COLORS = { positive: 0x13693a, negative: 0xad1f1a, warning: 0x7a5200 } as const;

/** Text without markdown, links, mentions and custom emoji. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

const bold = (name: string, id: number): string => `**${escapeMarkdown(shownName(name, playerName(id)))}**`;

function message(
  { region, site }: MessagePlace,
  { path, time, ...embed }: { title: string; path: string; description: string; color: number; time: Date },
) {
  const footer = { text: `Fleet Karma ${regions[region].label}` };
  return {
    embeds: [{ ...embed, url: site + path, timestamp: time.toISOString(), footer }],
    // No one is notified, whatever the text says.
    allowed_mentions: { parse: [] },
  };
}

/** The body of a request to a webhook. */
export type DiscordMessage = ReturnType<typeof message>;

const partiesOf = ({ author, player }: PostRow): string =>
  `${bold(author.username, author.id)} about ${bold(player.username, player.id)}`;

async function postMessage(db: Db, place: MessagePlace, id: string): Promise<DiscordMessage | null> {
  const row = await findPost(db, id);
  if (row === null || !isListed(null, row)) return null;
  const flairs = parseFlairs(row.flairs);
  const ratings = flairText(flairs, row.held);
  return message(place, {
    title: escapeMarkdown(shownName(row.title, 'Untitled post')),
    path: paths.post(id),
    description: [
      partiesOf(row) + (ratings === '' ? '' : ` · ${ratings}`),
      escapeMarkdown(excerpt(row.content, TEXT_MAX_LENGTH)),
    ].join('\n\n'),
    color: COLORS[karmaTone(row.held ? 0 : netFlair(flairs))],
    time: new Date(row.createdAt),
  });
}

const reasonLine = (reason: string): string => `Reason: ${escapeMarkdown(clip(reason, TEXT_MAX_LENGTH))}`;

async function actionMessage(db: Db, place: MessagePlace, id: string): Promise<DiscordMessage | null> {
  const action = await findModAction(db, id, null);
  if (action === null) return null;
  const isDeletion = action.actionType === MOD_ACTION_TYPE.delete;
  const post = await findPost(db, action.postId);
  const about = post === null ? 'The post was deleted.' : partiesOf(post);
  const by = `By ${bold(action.modUsername, action.modId)}`;
  return message(place, {
    title: isDeletion ? 'Post removed by a moderator' : 'Post edited by a moderator',
    path: paths.post(action.postId),
    description: [about, by, reasonLine(action.reason)].join('\n'),
    color: isDeletion ? COLORS.negative : COLORS.warning,
    time: toDate(action.createdAt) ?? new Date(0),
  });
}

const mod = alias(players, 'mod');

async function banMessage(db: Db, place: MessagePlace, id: string): Promise<DiscordMessage | null> {
  const [row] = await db
    .select({ ban: platformBans, username: players.username, modUsername: mod.username })
    .from(platformBans)
    .innerJoin(players, eq(players.id, platformBans.userId))
    .leftJoin(mod, eq(mod.id, platformBans.modId))
    .where(eq(platformBans.id, id));
  if (row === undefined || row.ban.reverted) return null;
  const { ban, username, modUsername } = row;
  const end = ban.bannedUntil === null ? 'permanently' : `until ${shownTime(ban.bannedUntil)}`;
  const by = modUsername === null ? 'a former moderator' : bold(modUsername, ban.modId ?? 0);
  return message(place, {
    title: 'Platform ban',
    path: paths.player({ id: ban.userId, username }),
    description: [`${bold(username, ban.userId)} ${end}`, `By ${by}`, reasonLine(ban.reason)].join('\n'),
    color: COLORS.negative,
    time: ban.createdAt,
  });
}

/**
 * A message about the queue. It names no one: staff who are involved read the channel, too, and
 * the queue hides the post from them.
 */
const queueMessage = (place: MessagePlace, title: string, description: string, time: Date) =>
  message(place, { title, path: '/moderation', description, color: COLORS.warning, time });

/** A post that was reported, until it is decided. */
async function reportMessage(db: Db, place: MessagePlace, id: string): Promise<DiscordMessage | null> {
  const [report] = await db.select().from(reports).where(eq(reports.id, id));
  const post = report?.outcome === 'open' ? await findPost(db, report.postId) : null;
  if (report === undefined || post === null) return null;
  const words = `A post in ${regions[place.region].label} is waiting in the queue.`;
  return queueMessage(place, 'Post reported', words, report.createdAt);
}

/** A post about which a moderator asks a colleague, until it is decided (rule 31.25). */
async function opinionMessage(db: Db, place: MessagePlace, due: DueMessage): Promise<DiscordMessage | null> {
  const isAsked = sql`${reviews.postId} = ${due.postId} and ${reviews.askedBy} is not null`;
  if ((await db.$count(reviews, isAsked)) === 0) return null;
  const words = `A moderator in ${regions[place.region].label} asks a colleague about a post in the queue.`;
  return queueMessage(place, 'Second opinion needed', words, due.createdAt);
}

/** An objection until it is decided. It names no one, as a report's message. */
async function objectionMessage(db: Db, place: MessagePlace, id: string): Promise<DiscordMessage | null> {
  const [objection] = await db.select().from(objections).where(eq(objections.id, id));
  if (objection === undefined || objection.verdict !== null) return null;
  return message(place, {
    title: 'Objection to a decision',
    path: '/moderation?tab=objections',
    description: `An objection in ${regions[place.region].label} is waiting in the queue.`,
    color: COLORS.warning,
    time: objection.createdAt,
  });
}

/** `withdrawPerson` takes the player from the messages that must go. */
const isErased = ({ playerId }: DueMessage): boolean => playerId === 0;

async function hasOptedOut(db: Db, id: number): Promise<boolean> {
  const [player] = await db.select({ optedOut: players.optedOut }).from(players).where(eq(players.id, id));
  return player?.optedOut ?? true;
}

/** The message as it should be; null where there should be none (rule 23.10). */
export async function messageOf(
  db: Db,
  place: MessagePlace,
  due: DueMessage,
): Promise<DiscordMessage | null> {
  if (isErased(due)) return null;
  if (due.kind === 'post')
    return (await hasOptedOut(db, due.playerId)) ? null : postMessage(db, place, due.id);
  if (due.kind === 'report') return reportMessage(db, place, due.id);
  if (due.kind === 'objection') return objectionMessage(db, place, due.id);
  if (due.kind === 'opinion') return opinionMessage(db, place, due);
  return due.kind === 'action' ? actionMessage(db, place, due.id) : banMessage(db, place, due.id);
}
