/** Calls below `/og`: link previews and their pictures. */
import { defineCall } from '#lib/schemas/call.ts';
import { GuidSchema, IdParamSchema, QueryBooleanSchema } from '#lib/schemas/common.ts';
import { PreviewPageSchema } from '#lib/schemas/preview.ts';
import { z } from '#lib/schemas/zod.ts';

const params = z.object({ id: IdParamSchema });
const postParams = z.object({ id: GuidSchema });
/** False returns 202 at once instead of waiting for the publisher. */
const query = z.object({ lookUp: z._default(QueryBooleanSchema, true) });

const SHARED = { access: 'anyone', sharedSeconds: 5 } as const;
const PREVIEW = { ...SHARED, response: PreviewPageSchema } as const;
/** Browsers keep the picture for a year if `v` is its version. */
const PICTURE = {
  ...SHARED,
  query: z.object({ v: z.optional(z.string()) }),
  contentType: 'image/png',
} as const;

export const getPlayerPreview = defineCall({
  path: '/og/player/:id.json',
  summary:
    'The link preview of a player; noindex for one who opted out, 404 for an unknown, 410 for an erased one. With lookUp=false 202 for one who is not looked up yet',
  params,
  query,
  ...PREVIEW,
});

export const getPostPreview = defineCall({
  path: '/og/post/:id.json',
  summary:
    'The link preview of a post; noindex for one about a player who opted out, 404 for an unknown, 410 for a removed, deleted or erased one',
  params: postParams,
  ...PREVIEW,
});

export const getClanPreview = defineCall({
  path: '/og/clan/:id.json',
  summary:
    'The link preview of a clan; 404 for an unknown one. With lookUp=false 202 for one that is not looked up yet',
  params,
  query,
  ...PREVIEW,
});

export const getPlayerPicture = defineCall({
  path: '/og/player/:id.png',
  summary: 'The picture of a player for link previews; hidden data gives a general one',
  params,
  ...PICTURE,
});

export const getPostPicture = defineCall({
  path: '/og/post/:id.png',
  summary: 'The picture of a post for link previews; hidden data gives a general one',
  params: postParams,
  ...PICTURE,
});

export const getClanPicture = defineCall({
  path: '/og/clan/:id.png',
  summary: 'The picture of a clan for link previews',
  params,
  ...PICTURE,
});
