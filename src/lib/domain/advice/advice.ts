/**
 * Advice about posts: facts that moderators should know (rules 28.1 to 28.4). A rule is a file next to this one, a line in `RULES`
 * and a test. Advice about evidence, which everyone sees, has a badge in `badges.ts`.
 */
import { authorNotShown } from '#lib/domain/advice/author-not-shown.ts';
import { clanMates } from '#lib/domain/advice/clan-mates.ts';
import type { AdviceFacts, AdviceNames, AdviceRule } from '#lib/domain/advice/facts.ts';
import { newAccounts } from '#lib/domain/advice/new-accounts.ts';
import { noMessage } from '#lib/domain/advice/no-message.ts';
import { noReplay } from '#lib/domain/advice/no-replay.ts';
import { notChecked } from '#lib/domain/advice/not-checked.ts';
import { notRead } from '#lib/domain/advice/not-read.ts';
import { oldBattle } from '#lib/domain/advice/old-battle.ts';
import { oneBattle } from '#lib/domain/advice/one-battle.ts';
import { playerNotShown } from '#lib/domain/advice/player-not-shown.ts';
import { sameBattle } from '#lib/domain/advice/same-battle.ts';
import { sunkEarly } from '#lib/domain/advice/sunk-early.ts';
import { tradedPraise } from '#lib/domain/advice/traded-praise.ts';
import { wrongDate } from '#lib/domain/advice/wrong-date.ts';

/** Raise it with every change of a rule: stored posts are then advised again. */
export const RULE_VERSION = 3;

/** Every rule, in the order of the sentences. */
export const RULES: readonly AdviceRule[] = [
  authorNotShown,
  playerNotShown,
  notChecked,
  notRead,
  noReplay,
  oldBattle,
  wrongDate,
  sameBattle,
  noMessage,
  sunkEarly,
  clanMates,
  oneBattle,
  newAccounts,
  tradedPraise,
];

/** The rules that apply to a post. */
export const rulesFor = (facts: AdviceFacts): AdviceRule[] => RULES.filter((rule) => rule.applies(facts));

/** The codes of the advice about a post. */
export const adviceOn = (facts: AdviceFacts): string[] => rulesFor(facts).map(({ code }) => code);

/** The sentences of these codes for moderators. Codes of another version are shown as they are. */
export const moderatorSentences = (codes: readonly string[], names: AdviceNames): string[] =>
  codes.map((code) => RULES.find((rule) => rule.code === code)?.toModerators(names) ?? code);
