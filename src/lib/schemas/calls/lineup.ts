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

/** Most names of one call. */
export const NAMES_MAX = 40;
const NAME_MAX_LENGTH = 64;

const FoundByNameSchema = z.object({
  /** As requested. */
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
  /** The viewer's latest post about the player; absent without one. */
  ownPost: z.optional(z.object({ id: GuidSchema, createdAt: InstantSchema })),
});

/** A name without more: opted out, hidden, erased and unknown players look alike. */
const BareNameSchema = z.object({
  name: ShownTextSchema,
  /** The publisher could not be asked. Absent otherwise. */
  unchecked: z.optional(FlagSchema),
});

/** A name of a battle: what is known of its player, or only the name. */
const NamedPlayerSchema = z.union([FoundByNameSchema, BareNameSchema]);
export type FoundByName = z.output<typeof FoundByNameSchema>;
export type NamedPlayer = z.output<typeof NamedPlayerSchema>;

export const findByNames = defineCall({
  method: 'POST',
  path: '/api/Player/by-names',
  summary: 'Players of a battle by their exact names',
  access: 'signed-in',
  onlyReads: true,
  body: z.object({
    names: z
      .array(z.string().check(z.minLength(1), z.maxLength(NAME_MAX_LENGTH)))
      .check(z.minLength(1), z.maxLength(NAMES_MAX)),
  }),
  response: z.array(NamedPlayerSchema),
});
