/** The moderators' queue: posts to decide about (rules 28.25 to 28.39). */
import {
  AccountIdSchema,
  FlagSchema,
  GuidSchema,
  InstantSchema,
  limitedText,
  nullIfUnreadable,
  OptionalInstantSchema,
  orNull,
  ShownTextSchema,
} from '#lib/schemas/common.ts';
import {
  DecisionKindSchema,
  ObjectionSchema,
  OwnReportSchema,
  RecordedDecisionSchema,
  StatementSchema,
} from '#lib/schemas/decision.ts';
import { playerWith } from '#lib/schemas/player.ts';
import { PostSchema, PostTextSchema } from '#lib/schemas/post.ts';
import { REPORT_WORDS_MAX } from '#lib/schemas/report.ts';
import { z } from '#lib/schemas/zod.ts';

/** The tabs of the queue, most urgent first. A post is in one of them. */
export const REVIEW_TABS = ['reported', 'advised', 'new'] as const;
export const ReviewTabSchema = z.literal(REVIEW_TABS);
export type ReviewTab = (typeof REVIEW_TABS)[number];

/** Items of one answer. */
export const REVIEWS_PAGE = 50;
/** Counts stop here. */
export const REVIEWS_COUNT_MAX = 1_000;

/** Open items by tab, at most 1,000 each. */
export const ReviewCountsSchema = z.object({
  reported: z.int(),
  advised: z.int(),
  new: z.int(),
  /** Open objections; absent in an API without them. */
  objections: z.optional(z.int()),
});
export type ReviewCounts = z.output<typeof ReviewCountsSchema>;

/** Who works on an item, and until when. */
export const ClaimSchema = playerWith({ until: InstantSchema });
export type Claim = z.output<typeof ClaimSchema>;

/** An item in the list. */
export const ReviewEntrySchema = z.object({
  postId: GuidSchema,
  title: ShownTextSchema,
  /** Author, subject and packed ratings of the post; absent in an API of before. */
  author: z.optional(playerWith({})),
  player: z.optional(playerWith({})),
  flairs: z.optional(z.int()),
  /** Open reports. */
  reports: z.int(),
  /** The guideline that the first of them names. */
  rule: z.optional(ShownTextSchema),
  openedAt: InstantSchema,
  /** Another moderator who works on it. */
  claim: orNull(ClaimSchema),
  /** A colleague asks for a second opinion. */
  asked: z.optional(FlagSchema),
});
export type ReviewEntry = z.output<typeof ReviewEntrySchema>;

/** A page of a tab, and the counts of all. */
export const ReviewListSchema = z.object({
  counts: ReviewCountsSchema,
  entries: z.array(ReviewEntrySchema),
});
export type ReviewList = z.output<typeof ReviewListSchema>;

/** Longest note of staff, in UTF-16 units after trimming. */
export const NOTE_MAX_LENGTH = 500;
const NoteWordsSchema = limitedText(1, NOTE_MAX_LENGTH);

/** A new note: on a player, or on the item of a post. */
export const NoteCreateSchema = z.object({
  playerId: orNull(AccountIdSchema),
  postId: orNull(GuidSchema),
  words: NoteWordsSchema,
});
export type NoteCreate = z.output<typeof NoteCreateSchema>;

/** A note of staff for staff. Its author deletes it. */
export const NoteSchema = z.object({
  id: GuidSchema,
  /** Null once that person was erased. */
  author: orNull(playerWith({})),
  words: z.string(),
  createdAt: InstantSchema,
});
export type Note = z.output<typeof NoteSchema>;

/** A moderator's question to a colleague about an item. */
export const AskSchema = z.object({ words: NoteWordsSchema });

/** The record of a player: what helps to judge a post by or about them. */
export const PlayerRecordSchema = z.object({
  posts: z.int(),
  /** Posts that moderators removed, and edited. */
  removals: z.int(),
  edits: z.int(),
  bans: z.int(),
  /** Platform karma. */
  karma: z.int(),
  /** Total karma; null while a part is unknown or hidden, absent in an API of before. */
  totalKarma: z.optional(orNull(z.int())),
  /** When the site first knew the player. */
  since: InstantSchema,
  /** Posts and replies removed or edited, and warnings, as the ladder counts them. */
  ladder: z.optional(z.object({ decisions: z.int(), warnings: z.int() })),
  /** Objections to decisions about the player, and how many were accepted; none to keeps, whose authors are reporters. */
  objections: z.optional(z.object({ made: z.int(), accepted: z.int() })),
  notes: z.optional(z.array(NoteSchema)),
  /** The latest decisions about the player that the viewer may see. */
  outcomes: z.optional(z.array(RecordedDecisionSchema)),
});
export type PlayerRecord = z.output<typeof PlayerRecordSchema>;

/** A page of the team’s record, newest first, and the moderators to choose from. */
export const DecisionRecordSchema = z.object({
  entries: z.array(RecordedDecisionSchema),
  hasMore: FlagSchema,
  moderators: z.array(playerWith({})),
  /** With the filter `player`: the record of that player, unless it is the viewer. */
  record: z.optional(PlayerRecordSchema),
});
export type DecisionRecord = z.output<typeof DecisionRecordSchema>;

/** A report as moderators see it: without its author. */
export const ReviewReportSchema = z.object({
  id: GuidSchema,
  rule: ShownTextSchema,
  words: z.string(),
  moment: orNull(z.int()),
  ofReply: z.optional(FlagSchema),
  createdAt: InstantSchema,
});
export type ReviewReport = z.output<typeof ReviewReportSchema>;

/** Words of a reply, and when its author changed or withdrew them. */
const ReplyVersionSchema = z.object({ content: z.string(), replacedAt: InstantSchema });
export type ReplyVersion = z.output<typeof ReplyVersionSchema>;

/** Everything that a decision about a post needs. */
export const ReviewItemSchema = z.object({
  post: PostSchema,
  tab: ReviewTabSchema,
  openedAt: InstantSchema,
  reports: z.array(ReviewReportSchema),
  author: PlayerRecordSchema,
  player: PlayerRecordSchema,
  /** The text before the author's edits since the first report; null when it is the same. */
  former: nullIfUnreadable(PostTextSchema),
  /** Former words of the reply that are reported, and its last ones, the oldest first; without a reply it was deleted. */
  replyVersions: z.optional(z.array(ReplyVersionSchema)),
  /** The reply was written or changed since the last decision. */
  isReplyChanged: z.optional(FlagSchema),
  /** The viewer is in the clan of the author or the player. */
  isClanMate: FlagSchema,
  /** Every moderator and administrator wrote the post, is its subject or reported it. */
  isEveryoneInvolved: FlagSchema,
  /** The post does not count until a moderator has kept it. */
  held: FlagSchema,
  claimedUntil: InstantSchema,
  /** Who asks for a second opinion; null when no one does, absent in an API without it. */
  askedBy: z.optional(orNull(playerWith({}))),
  /** Their question, which is one of `notes`; absent in an API of before. */
  question: z.optional(orNull(NoteSchema)),
  /** The latest decisions about the post to which someone objected. */
  objected: z.optional(z.array(RecordedDecisionSchema)),
  /** Why others decide about the post for now (rule 31.27). */
  refusal: z.optional(orNull(z.string())),
  /** Notes on the item. */
  notes: z.optional(z.array(NoteSchema)),
});
export type ReviewItem = z.output<typeof ReviewItemSchema>;

/** Why a post is kept; goes to its reporters. */
export const KeepDecisionSchema = z.object({ sentence: limitedText(0, REPORT_WORDS_MAX) });

/** Longest time without reports, in days. */
export const MUTE_DAYS_MAX = 365;
export const MuteSchema = z.object({ days: z.int().check(z.gte(1), z.lte(MUTE_DAYS_MAX)) });

/** Who wrote a report, how many of their reports moderators have decided, and about how many the post was kept. */
export const ReporterSchema = playerWith({
  decided: z.int(),
  kept: z.int(),
  /** They cannot report until then. */
  mutedUntil: OptionalInstantSchema,
});
export type Reporter = z.output<typeof ReporterSchema>;

/** A live change of the queue: an item or an objection was opened, claimed (by whom), released or decided. */
export const ReviewChangeSchema = z.object({
  /** The id of the objection, if it is one. */
  postId: GuidSchema,
  ofObjection: z.optional(FlagSchema),
  change: z.literal(['opened', 'claimed', 'released', 'decided']),
  claim: orNull(ClaimSchema),
  /** Who decided; null when the post's author deleted it. */
  by: orNull(AccountIdSchema),
});
export type ReviewChange = z.output<typeof ReviewChangeSchema>;

/** An open objection in the list of the queue. */
export const ObjectionEntrySchema = z.object({
  id: GuidSchema,
  kind: DecisionKindSchema,
  createdAt: InstantSchema,
  /** Whom the decision concerns; absent in an API of before, like the following. */
  person: z.optional(playerWith({})),
  /** Another moderator who works on it. */
  claim: z.optional(orNull(ClaimSchema)),
  /** The viewer cannot decide it. */
  isBlocked: z.optional(FlagSchema),
});
export type ObjectionEntry = z.output<typeof ObjectionEntrySchema>;

/**
 * Everything that a decision about an objection needs. Its author is not named: for all kinds but
 * `kept` it is the statement's person.
 */
export const ObjectionItemSchema = z.object({
  objection: ObjectionSchema,
  statement: StatementSchema,
  post: nullIfUnreadable(PostSchema),
  /** Why the viewer cannot decide it. */
  refusal: orNull(z.string()),
  /** Until when one can object to the decision. */
  objectUntil: z.optional(InstantSchema),
  /** Who made the decision; null once that person was erased. */
  moderator: z.optional(orNull(playerWith({}))),
  /** The reports of the person who objects to a keep. */
  reports: z.optional(z.array(OwnReportSchema)),
  /** The record of whom the decision concerns, then that of the other player of its post. */
  records: z.optional(z.array(playerWith({ record: PlayerRecordSchema }))),
  /** Notes on the item of the post. */
  notes: z.optional(z.array(NoteSchema)),
});
export type ObjectionItem = z.output<typeof ObjectionItemSchema>;
