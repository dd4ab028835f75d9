/** The call for the players of a battle by their names. Apart from the other calls of players, because one page needs it. */
import { defineCall } from '#lib/schemas/call.ts';
import {
  AccountIdSchema,
  FlagSchema,
  GuidSchema,
  InstantSchema,
  orNull,
  ShownTextSchema,
} from '#lib/schemas/common.ts';
import { ClanInfoSchema, RIBBON_MAX_LENGTH } from '#lib/schemas/player.ts';
import { z } from '#lib/schemas/zod.ts';

/** Most names and accounts of one call, together. */
export const NAMES_MAX = 40;
const AskedNameSchema = z.string().check(z.minLength(1), z.maxLength(64));

const FoundByNameSchema = z.object({
  /** As requested by name; of an account the stored name, or the publisher's. */
  name: ShownTextSchema,
  id: AccountIdSchema,
  clan: orNull(ClanInfoSchema),
  siteKarma: z.int(),
  gameKarma: orNull(z.int()),
  performance: z.int(),
  teamplay: z.int(),
  courtesy: z.int(),
  /** Received posts. */
  posts: z.int().check(z.gte(0)),
  /** As in `RibbonsSchema`; empty without posts. */
  ribbon: z.string().check(z.regex(/^[+0-]*$/), z.maxLength(RIBBON_MAX_LENGTH)),
  /** When the name was last known to be the player's, where the publisher could not be asked. Absent otherwise. */
  asOf: z.optional(InstantSchema),
  /** The viewer's latest post about the player; absent without one. */
  ownPost: z.optional(z.object({ id: GuidSchema, createdAt: InstantSchema })),
});

/** A name without more: opted out, hidden, erased and unknown players look alike. */
const BareNameSchema = z.object({
  name: ShownTextSchema,
  /** The publisher could not be asked. Absent otherwise. */
  unchecked: z.optional(FlagSchema),
});

/** A name or account of a battle: what is known of its player, or only the name. */
const NamedPlayerSchema = z.union([FoundByNameSchema, BareNameSchema]);
export type FoundByName = z.output<typeof FoundByNameSchema>;
export type NamedPlayer = z.output<typeof NamedPlayerSchema>;

export const findByNames = defineCall({
  method: 'POST',
  path: '/api/Player/by-names',
  summary: 'Players of a battle by their exact names or account ids',
  access: 'signed-in',
  onlyReads: true,
  body: z
    .object({
      names: z.optional(z.array(AskedNameSchema).check(z.maxLength(NAMES_MAX))),
      /** Ids as the game gives them to its player. Only they count; the name is for a row without more. */
      accounts: z.optional(
        z.array(z.object({ id: AccountIdSchema, name: AskedNameSchema })).check(z.maxLength(NAMES_MAX)),
      ),
    })
    .check(
      z.refine(({ names = [], accounts = [] }) => {
        const count = names.length + accounts.length;
        return count >= 1 && count <= NAMES_MAX;
      }, `One to ${NAMES_MAX} names and accounts are needed.`),
    ),
  /** Those of the names in their order, then those of the accounts in theirs. */
  response: z.array(NamedPlayerSchema),
});
