/** The form of answers and hub messages, where it differs from the one that the code uses (rule 17.38). */
import type { Definition } from '#api/http/names.ts';
import { ClanSchema } from '#lib/schemas/clan.ts';
import { PlatformBanSchema } from '#lib/schemas/moderation.ts';
import { ModActionNotificationSchema, PostNotificationSchema } from '#lib/schemas/notification.ts';
import { ClanMembershipSchema, PlayerKarmaSchema, PlayerProfileSchema } from '#lib/schemas/player.ts';
import { type Post, PostModelSchema, PostSchema, SupportTicketStatusSchema } from '#lib/schemas/post.ts';
import { ProfileFlagsSchema } from '#lib/schemas/profile.ts';
import { ReplaySchema } from '#lib/schemas/replay.ts';
import type { z } from '#lib/schemas/zod.ts';

type Schema = z.ZodMiniType;
type Form = (value: unknown) => unknown;
const unchanged: Form = (value) => value;
const RATINGS = ['ratingPerformance', 'ratingTeamplay', 'ratingCourtesy'];
/** Fields that the original API never sends as null: a typed client may be unable to hold it, so they are left out instead. */
export const NEVER_NULL: ReadonlyMap<Schema, readonly string[]> = new Map<Schema, string[]>([
  [ProfileFlagsSchema, ['optOutChanged']],
  [PlayerProfileSchema, ['gameKarma', 'siteKarma', ...RATINGS, 'wgAccountCreatedAt', 'lastBattleTime']],
  [ClanMembershipSchema, ['joinedClanAt']],
  [PlayerKarmaSchema, ['karma', 'gameKarma', 'platformKarma', 'performance', 'teamplay', 'courtesy']],
  [ClanSchema, ['createdAt', 'updatedAt', 'members', 'membersUpdatedAt']],
  [PostSchema, ['updatedAt']],
  [PlatformBanSchema, ['updatedAt']],
  [ReplaySchema, ['downloadUri']],
  [PostNotificationSchema, ['post']],
  [ModActionNotificationSchema, ['modAction']],
]);

/** A ticket id as a number, unless the number would be another text. */
const ticketNumber: Form = (id) => (/^(0|[1-9]\d{0,14})$/.test(String(id)) ? Number(id) : id);
/** The forms by schema: walking the schema for each value would take twice as long as writing the JSON. */
const forms = new WeakMap<Schema, Form>([[SupportTicketStatusSchema.shape.ticketId, ticketNumber]]);

function formOf(schema: Schema): Form {
  const form = forms.get(schema) ?? createForm(schema);
  forms.set(schema, form);
  return form;
}

function createForm(schema: Schema, leftOut = NEVER_NULL.get(schema) ?? []): Form {
  const { innerType, out, element, shape } = schema.def as Definition;
  if (out !== undefined) return leftOut.length > 0 ? createForm(out, leftOut) : formOf(out);
  if (innerType !== undefined) return formOf(innerType);
  if (shape !== undefined) return formOfObject(shape, leftOut);
  const form = element === undefined ? unchanged : formOf(element);
  return form === unchanged ? unchanged : (items) => (items as unknown[]).map(form);
}

function formOfObject(shape: Readonly<Record<string, Schema>>, leftOut: readonly string[]): Form {
  const fields = Object.entries(shape).map(([key, field]) => [key, formOf(field)] as const);
  const changed = fields.filter(([key, form]) => form !== unchanged || leftOut.includes(key));
  if (changed.length === 0) return unchanged;
  return (value) => {
    const sent = { ...(value as Record<string, unknown>) };
    for (const [key, form] of changed)
      sent[key] = sent[key] === null && leftOut.includes(key) ? undefined : sent[key] && form(sent[key]);
    return sent;
  };
}

/**
 * A value for `JSON.stringify`, which leaves out what is undefined: without null where the original API never has it, ticket
 * ids as numbers, and a post also next to `model`.
 */
export function toWire<T>(schema: Schema, value: T): T {
  const sent = formOf(schema)(value) as T;
  return schema === PostModelSchema ? { ...sent, ...(sent as { model: Post }).model } : sent;
}
