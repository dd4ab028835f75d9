/** Notifications, whose numeric type decides their fields. */
import {
  AccountIdSchema,
  FlagSchema,
  GuidSchema,
  InstantSchema,
  nullIfUnreadable,
  OptionalInstantSchema,
  orElse,
  ShownTextSchema,
} from '#lib/schemas/common.ts';
import { ModActionSchema, RuleCodesSchema } from '#lib/schemas/moderation.ts';
import { PostSchema } from '#lib/schemas/post.ts';
import { z } from '#lib/schemas/zod.ts';

/** Notification types; any other number reads as unknown. */
export const NOTIFICATION_TYPE = {
  unknown: 0,
  other: 1,
  postAdded: 2,
  postEdited: 3,
  postDeleted: 4,
  postModEdited: 5,
  postModDeleted: 6,
  platformBan: 7,
  reportDecided: 8,
  banWithoutPost: 9,
  postAnswered: 10,
  decision: 11,
  objectionDecided: 12,
} as const;

const common = {
  id: GuidSchema,
  accountId: orElse(z.int(), 0),
  emittedAt: InstantSchema,
  acknowledgedAt: OptionalInstantSchema,
};

/**
 * A post about the user was added, edited or deleted, or the user's post was answered. `post` is null where it is
 * invalid; `postId` still links to it.
 */
export const PostNotificationSchema = z.object({
  ...common,
  type: z.literal([2, 3, 4, 10]),
  postId: GuidSchema,
  post: nullIfUnreadable(PostSchema),
});

/** The post that a notice is about; absent in other APIs, null when its reader may not see it. */
const subject = { post: z.optional(nullIfUnreadable(PostSchema)) };

/** The decision whose statement the notice links to; absent in an API without statements. */
const decided = { decisionId: z.optional(GuidSchema) };

/** The decision is a warning, too, which the user must confirm. */
const warning = { warned: z.optional(FlagSchema) };

/** A moderator edited or deleted the user's post. */
export const ModActionNotificationSchema = z.object({
  ...common,
  ...subject,
  ...decided,
  ...warning,
  type: z.literal([5, 6]),
  modActionId: GuidSchema,
  modAction: nullIfUnreadable(ModActionSchema),
});

/** The user was banned from posting; permanently when `until` is null. */
export const PlatformBanNotificationSchema = z.object({
  ...common,
  ...decided,
  type: z.literal(7),
  reason: orElse(ShownTextSchema, ''),
  rules: RuleCodesSchema,
  until: OptionalInstantSchema,
});

/** A moderator decided about a post that the user reported, or its author deleted it. */
export const ReportNotificationSchema = z.object({
  ...common,
  ...subject,
  ...decided,
  type: z.literal(8),
  postId: GuidSchema,
  /** One of `OUTCOMES`, which only what draws it needs. */
  outcome: ShownTextSchema,
  sentence: orElse(ShownTextSchema, ''),
  /** The report was about the reply to the post. */
  ofReply: z.optional(FlagSchema),
});

/** For staff: a moderator banned or warned someone without naming a post. */
export const StaffBanNotificationSchema = z.object({
  ...common,
  type: z.literal(9),
  userId: AccountIdSchema,
  username: ShownTextSchema,
  modUsername: ShownTextSchema,
  reason: orElse(ShownTextSchema, ''),
  /** It is a warning, not a ban. */
  warned: z.optional(FlagSchema),
});

/** A moderator warned the user or removed the user's reply. */
export const DecisionNotificationSchema = z.object({
  ...common,
  type: z.literal(11),
  decisionId: GuidSchema,
  ...warning,
  kind: z.literal(['warned', 'reply-removed']),
  reason: orElse(ShownTextSchema, ''),
  rules: RuleCodesSchema,
});

/** States of a report whose keep was reversed: open again, or closed because its post or reply is gone. */
export const REPORT_NOW = ['open', 'removed', 'deleted'] as const;
export type ReportNow = (typeof REPORT_NOW)[number];

/** A moderator decided the user's objection. */
export const ObjectionNotificationSchema = z.object({
  ...common,
  type: z.literal(12),
  decisionId: GuidSchema,
  verdict: z.literal(['upheld', 'reversed']),
  reason: orElse(ShownTextSchema, ''),
  /** The objection was to a decision of the user. */
  isDecider: z.optional(FlagSchema),
  /** Of the objection to a keep that was reversed. */
  report: z.optional(z.literal(REPORT_NOW)),
});

/** A type that this version does not know. */
export const UnknownNotificationSchema = z.object({ ...common, type: z.int() });

/** Schemas of all notifications, from the most specific to that of unknown types. */
export const NOTIFICATION_SCHEMAS = [
  PostNotificationSchema,
  ModActionNotificationSchema,
  PlatformBanNotificationSchema,
  ReportNotificationSchema,
  StaffBanNotificationSchema,
  DecisionNotificationSchema,
  ObjectionNotificationSchema,
  UnknownNotificationSchema,
] as const;

/**
 * Any notification. Unknown types, and known ones that lack their fields, keep the common fields. zod's union would do the
 * same, but every page would load its code.
 */
export const NotificationSchema = z.transform((value: unknown, { issues }) => {
  for (const schema of NOTIFICATION_SCHEMAS) {
    const parsed: { data?: z.output<(typeof NOTIFICATION_SCHEMAS)[number]> | undefined } =
      schema.safeParse(value);
    if (parsed.data !== undefined) return parsed.data;
  }
  issues.push({ code: 'custom', input: value, message: 'Not a notification.' });
  return z.NEVER;
});
export type PostNotification = z.output<typeof PostNotificationSchema>;
export type ModActionNotification = z.output<typeof ModActionNotificationSchema>;
export type PlatformBanNotification = z.output<typeof PlatformBanNotificationSchema>;
export type ReportNotification = z.output<typeof ReportNotificationSchema>;
export type StaffBanNotification = z.output<typeof StaffBanNotificationSchema>;
export type DecisionNotification = z.output<typeof DecisionNotificationSchema>;
export type ObjectionNotification = z.output<typeof ObjectionNotificationSchema>;
export type Notification = z.output<typeof NotificationSchema>;

/** So many pending notifications, the newest, are streamed at most. */
export const PENDING_MAX = 1_000;

/** Most ids that one acknowledgement may carry. */
export const ACKNOWLEDGE_MAX = 500;
export const AcknowledgeSchema = z.array(GuidSchema).check(z.maxLength(ACKNOWLEDGE_MAX));
