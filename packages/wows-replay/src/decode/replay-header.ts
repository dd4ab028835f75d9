import * as z from 'zod/mini';
import { InvalidReplayError, NO_SHIPS } from './replay-errors.ts';

/** Which side of the recorder a vehicle is on. */
export const RELATION = { recorder: 0, ally: 1, enemy: 2 } as const;

/** Far more than any battle has. */
const VEHICLES_MAX = 200;

/** An integer; absent and null read as `fallback`. */
const intOr = (fallback: number) =>
  z.pipe(
    z.transform((value: unknown): unknown => value ?? fallback),
    z.int(),
  );

/** JSON can hold halves of surrogate pairs, which databases refuse. */
const wellFormed = z.transform((text: string) => text.toWellFormed());

const VehicleSchema = z.object({
  id: z.int(),
  name: z.pipe(z.string(), wellFormed),
  relation: intOr(RELATION.ally),
  shipId: intOr(0),
});

/** Text that nothing depends on. A value of another type becomes empty. */
const OptionalTextSchema = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? value.toWellFormed() : '')),
  z.string(),
);

const ReplayHeaderSchema = z.object({
  /** `15,4,0,12506899`. Old versions wrote spaces in between, which are removed. */
  clientVersionFromExe: z.pipe(
    OptionalTextSchema,
    z.transform((version: string) => version.replaceAll(' ', '')),
  ),
  mapName: OptionalTextSchema,
  mapDisplayName: OptionalTextSchema,
  matchGroup: OptionalTextSchema,
  /** Such as `RandomBattle`; since 0.9. */
  gameType: OptionalTextSchema,
  playerName: OptionalTextSchema,
  playerVehicle: OptionalTextSchema,
  /** `dd.MM.yyyy HH:mm:ss` in the recorder's own time zone. */
  dateTime: OptionalTextSchema,
  vehicles: z.array(VehicleSchema).check(z.maxLength(VEHICLES_MAX)),
});

/** A vehicle of the header. Its `shipId` is called `shipParamsId` in the arena state. */
export type ReplayVehicle = z.output<typeof VehicleSchema>;
/** The clear-text header. It has no account ids, clans or chat. Missing text is empty. */
export type ReplayHeader = z.output<typeof ReplayHeaderSchema>;

/**
 * The first two blocks of a file of the CIS client: the header, and the roster. A function,
 * so that pages do not load its parts.
 */
const cisBlocksSchema = () =>
  z.tuple([
    z.object({ clientVersionFromExe: z.string(), vehicles: z.optional(z.never()) }),
    z.object({ playersPublicInfo: z.record(z.string(), z.unknown()) }),
  ]);

/** The header of a file that is not read. */
export const NO_HEADER: ReplayHeader = ReplayHeaderSchema.parse({ vehicles: [] });

/** @throws {InvalidReplayError} when it is not JSON */
function jsonOf(block: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(block));
  } catch (cause) {
    throw new InvalidReplayError("The replay's header cannot be read.", { cause });
  }
}

/**
 * Whether these are the blocks of a file of the CIS client: a header without ships, the roster, the recorder and a
 * checksum. Two public readers describe them so. We have never seen a real file, so nothing in them is read.
 */
export function isCisForm(blocks: readonly Uint8Array[]): boolean {
  if (blocks.length !== 4) return false;
  try {
    return cisBlocksSchema().safeParse(blocks.slice(0, 2).map(jsonOf)).success;
  } catch {
    return false;
  }
}

/**
 * Parses the JSON header, which is the file's first block. Unknown fields are left out.
 *
 * @throws {InvalidReplayError} when it is not JSON or has no list of vehicles
 */
export const parseReplayHeader = (block: Uint8Array): ReplayHeader => asReplayHeader(jsonOf(block));

/** @throws {InvalidReplayError} when the parsed JSON has no list of vehicles */
export function asReplayHeader(json: unknown): ReplayHeader {
  const header = ReplayHeaderSchema.safeParse(json);
  if (!header.success) throw new InvalidReplayError(NO_SHIPS, { cause: header.error });
  return header.data;
}
