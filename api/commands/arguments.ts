/** The arguments of the operator's commands. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { isRegionId, REGION_IDS, type RegionId } from '#lib/regions.ts';
import { AccountIdSchema } from '#lib/schemas/common.ts';

/** The arguments cannot be used. The message says why; the command's usage follows it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Options and positional arguments. Throws a UsageError for unknown options and missing values. */
export function parseArguments<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ', 1)[0]?.replace(/\.$/, '')}.`);
  }
}

/** A positional account id. Throws a UsageError when it is missing or malformed. */
export function accountIdOf(text: string | undefined): number {
  if (text === undefined) throw new UsageError('Give the account id, as in the address of the profile.');
  const id = AccountIdSchema.safeParse(/^\d+$/.test(text) ? Number(text) : text);
  if (!id.success) throw new UsageError(`${text} is not an account id: use digits only.`);
  return id.data;
}

/** The value of `--region`. Throws a UsageError when it is missing or unknown. */
export function regionOf(text: string | undefined): RegionId {
  const known = `${REGION_IDS.slice(0, -1).join(', ')} or ${REGION_IDS.at(-1)}`;
  if (text === undefined) throw new UsageError(`Add --region with ${known}.`);
  if (!isRegionId(text)) throw new UsageError(`${text} is not a region: use ${known}.`);
  return text;
}
