/** Lists of ids. Apart from the other schemas, because few pages need them. */
import { IdParamSchema } from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';

/** Ids in a query, separated by commas. */
// @__NO_SIDE_EFFECTS__
export const idListSchema = (max: number) =>
  z.pipe(
    z.transform((text: unknown): unknown[] => String(text).split(',')),
    z.array(IdParamSchema).check(z.maxLength(max)),
  );
