/** Moderators' decisions as statements of reasons, objections to them, warnings, and the team's record (rules 31.10 to 31.34). */
import {
  FlagSchema,
  GuidSchema,
  InstantSchema,
  limitedText,
  nullIfUnreadable,
  OptionalInstantSchema,
  orNull,
  ShownTextSchema,
} from '#lib/schemas/common.ts';
import { playerWith } from '#lib/schemas/player.ts';
import { PostTextSchema } from '#lib/schemas/post.ts';
import { ModReasonSchema, reasonRules } from '#lib/schemas/written-moderation.ts';
import { z } from '#lib/schemas/zod.ts';

/** Kinds of decisions; `kept` is about a reported post. */
export const DECISION_KINDS = ['removed', 'edited', 'reply-removed', 'banned', 'warned', 'kept'] as const;
export const DecisionKindSchema = z.literal(DECISION_KINDS);
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** Longest words of an objection, in UTF-16 units after trimming. */
export const OBJECTION_MAX_LENGTH = 1000;
export const ObjectionCreateSchema = z.object({ words: limitedText(1, OBJECTION_MAX_LENGTH) });

/** How an objection ended. */
export const VERDICTS = ['upheld', 'reversed'] as const;
export type Verdict = (typeof VERDICTS)[number];
export type ObjectionState = 'open' | Verdict;
export const ObjectionDecisionSchema = z.object({ verdict: z.literal(VERDICTS), reason: ModReasonSchema });
export type ObjectionDecision = z.output<typeof ObjectionDecisionSchema>;

const objectionFields = {
  id: GuidSchema,
  words: z.string(),
  createdAt: InstantSchema,
  verdict: orNull(z.literal(VERDICTS)),
  reason: orNull(z.string()),
  decidedAt: OptionalInstantSchema,
};

/** An objection; `verdict` is null while it waits. */
export const ObjectionSchema = z.object(objectionFields);
export type Objection = z.output<typeof ObjectionSchema>;

/** An objection for staff. Its author is not named. */
const StaffObjectionSchema = z.object({
  ...objectionFields,
  /** Who decided about it; null while it waits, and when it ended with another revert. */
  decider: orNull(playerWith({})),
});
export type StaffObjection = z.output<typeof StaffObjectionSchema>;

/** A report in the statement for its author. */
export const OwnReportSchema = z.object({
  rule: ShownTextSchema,
  words: z.string(),
  /** Moment of the battle, in seconds. */
  moment: z.optional(orNull(z.int())),
  ofReply: z.optional(FlagSchema),
});

/** A decision for the person it concerns, and for moderators. It names no moderator and no reporter. */
export const StatementSchema = z.object({
  id: GuidSchema,
  kind: DecisionKindSchema,
  /** Whom it concerns: the author or the banned player; null to the reporter of a kept post. */
  person: orNull(playerWith({})),
  /** The post, unless there was none or it was deleted. */
  postId: orNull(GuidSchema),
  /** The player and date of that post, if the person wrote it; absent for reporters. */
  about: z.optional(z.object({ player: playerWith({}), createdAt: InstantSchema })),
  rules: z.array(ShownTextSchema),
  /** The moderator's words. */
  reason: z.string(),
  /** The text before the decision, a reply's as its content; null where it was not kept. */
  former: nullIfUnreadable(PostTextSchema),
  /** The text after an edit. */
  present: nullIfUnreadable(PostTextSchema),
  /** Codes of the advice about the post's evidence. */
  advice: z.array(ShownTextSchema),
  /** End of a ban; null when it is permanent, and for other kinds. */
  until: OptionalInstantSchema,
  createdAt: InstantSchema,
  /** When it was reverted. */
  revertedAt: OptionalInstantSchema,
  /** Whether it warns the person, too; absent in an API of before. */
  isWarning: z.optional(FlagSchema),
  /** The viewer's reports that a keep settled; absent for others. */
  reports: z.optional(z.array(OwnReportSchema)),
  /** Whether the viewer must still confirm a warning. */
  isUnread: FlagSchema,
  /** For staff: the objections to it. */
  objections: z.optional(z.array(StaffObjectionSchema)),
  /** The viewer's own objection. */
  objection: orNull(ObjectionSchema),
  /** Until when the viewer may object; null when they may not. */
  objectUntil: OptionalInstantSchema,
});
export type Statement = z.output<typeof StatementSchema>;

/** A new warning; with `removes`, it is a removal of the post that warns its author. */
export const WarningCreateSchema = z.object({
  userId: z.int(),
  postId: orNull(GuidSchema),
  removes: z.optional(z.boolean()),
  reason: ModReasonSchema,
  rules: reasonRules,
});
export type WarningCreate = z.output<typeof WarningCreateSchema>;

/** A row of the team's record. */
export const RecordedDecisionSchema = z.object({
  id: GuidSchema,
  kind: DecisionKindSchema,
  moderator: orNull(playerWith({})),
  person: orNull(playerWith({})),
  /** Absent in an API of before. */
  postId: z.optional(orNull(GuidSchema)),
  /** Of the post; null without one, and once it was deleted. */
  title: z.optional(orNull(ShownTextSchema)),
  rules: z.array(ShownTextSchema),
  createdAt: InstantSchema,
  revertedAt: OptionalInstantSchema,
  /** Oldest first. Those to a keep are in no record of a player. */
  objections: z.optional(z.array(StaffObjectionSchema)),
});
export type RecordedDecision = z.output<typeof RecordedDecisionSchema>;

/** A decision in the list of the person it concerns. `post` is null unless that person finds it in lists. */
export const OwnDecisionSchema = z.object({
  id: GuidSchema,
  kind: DecisionKindSchema,
  post: orNull(
    z.object({ id: GuidSchema, title: ShownTextSchema, author: playerWith({}), player: playerWith({}) }),
  ),
  createdAt: InstantSchema,
  revertedAt: OptionalInstantSchema,
  isWarning: z.optional(FlagSchema),
  objection: orNull(ObjectionSchema),
});
export type OwnDecision = z.output<typeof OwnDecisionSchema>;
/** A page of them, newest first. */
export const OwnDecisionsSchema = z.object({ entries: z.array(OwnDecisionSchema), hasMore: FlagSchema });
export type OwnDecisions = z.output<typeof OwnDecisionsSchema>;
