/** The call for pictures of maps. */
import { defineCall } from '#lib/schemas/call.ts';
import { z } from '#lib/schemas/zod.ts';

/** The operator's picture of a map, by the name of its space. Its type is that of the file. */
export const getMapPicture = defineCall({
  path: '/api/Map/:map',
  summary: 'The picture of a map, if the operator has given one',
  access: 'anyone',
  params: z.object({ map: z.string() }),
  contentType: 'image/*',
  privateSeconds: 86_400,
});
