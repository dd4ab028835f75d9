/** Calls below `/og`: link previews and their pictures. */
import { defineCall } from '#lib/schemas/call.ts';
import { GuidSchema, IdParamSchema } from '#lib/schemas/common.ts';
import { PreviewSchema } from '#lib/schemas/preview.ts';
import { z } from '#lib/schemas/zod.ts';

const params = z.object({ id: IdParamSchema });
const postParams = z.object({ id: GuidSchema });

export const getPlayerPreview = defineCall({
  method: 'GET',
  path: '/og/player/:id.json',
  summary: 'The link preview of a player; 404 for one who is unknown, opted out or hidden',
  access: 'anyone',
  sharedSeconds: 60,
  params,
  status: 200,
  response: PreviewSchema,
});

export const getPostPreview = defineCall({
  method: 'GET',
  path: '/og/post/:id.json',
  summary: 'The link preview of a post; 404 for one that is unknown, removed or not listed',
  access: 'anyone',
  sharedSeconds: 60,
  params: postParams,
  status: 200,
  response: PreviewSchema,
});

export const getClanPreview = defineCall({
  method: 'GET',
  path: '/og/clan/:id.json',
  summary: 'The link preview of a clan',
  access: 'anyone',
  sharedSeconds: 60,
  params,
  status: 200,
  response: PreviewSchema,
});

export const getPlayerPicture = defineCall({
  method: 'GET',
  path: '/og/player/:id.png',
  summary: 'The picture of a player for link previews; hidden data gives a general one',
  access: 'anyone',
  sharedSeconds: 60,
  params,
  status: 200,
  contentType: 'image/png',
});

export const getPostPicture = defineCall({
  method: 'GET',
  path: '/og/post/:id.png',
  summary: 'The picture of a post for link previews; hidden data gives a general one',
  access: 'anyone',
  sharedSeconds: 60,
  params: postParams,
  status: 200,
  contentType: 'image/png',
});

export const getClanPicture = defineCall({
  method: 'GET',
  path: '/og/clan/:id.png',
  summary: 'The picture of a clan for link previews',
  access: 'anyone',
  sharedSeconds: 60,
  params,
  status: 200,
  contentType: 'image/png',
});
