/** Link previews: what the edge handler writes into the head of a shared page. */
import { z } from '#lib/schemas/zod.ts';

/** Kinds of pages that have a preview. Also the first segment of their pictures' addresses below `/og/`. */
export const PREVIEW_KINDS = ['player', 'post', 'clan'] as const;
/** One kind of page. */
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

/** Size of a preview's picture in pixels. */
export const PREVIEW_IMAGE = { width: 1200, height: 630 } as const;

/** Longest title, and longest description or alternative text, in UTF-16 units. */
export const PREVIEW_TITLE_MAX_LENGTH = 200;
export const PREVIEW_TEXT_MAX_LENGTH = 500;

const PATH = /^\/(player|clan)\/\d{1,16},[\w%.~!*'()-]*$|^\/posts\/[0-9a-f-]{36}$/;

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/** The preview of one page. */
export const PreviewSchema = z.object({
  /** Path of the page on the site, with the current name. */
  path: z.string().check(z.maxLength(2000), z.regex(PATH)),
  /** Without the site's name. */
  title: text(PREVIEW_TITLE_MAX_LENGTH),
  description: text(PREVIEW_TEXT_MAX_LENGTH),
  /** Describes the picture. */
  alt: text(PREVIEW_TEXT_MAX_LENGTH),
  /** Changes whenever the picture changes. */
  version: z.string().check(z.regex(/^[\w-]{1,40}$/)),
});
export type Preview = z.output<typeof PreviewSchema>;

/** A page that exists and is not described to anyone; search engines must not list it. */
export const UnlistedPageSchema = z.object({ noindex: z.literal(true) });

/** The answer about a page that exists. */
export const PreviewPageSchema = z.union([UnlistedPageSchema, PreviewSchema]);
export type PreviewPage = z.output<typeof PreviewPageSchema>;

/**
 * The `type` of a problem with status 404 or 410 about the page itself. Without it such an answer may be an API without previews.
 */
export const NO_PAGE_TYPE = 'urn:fleet-karma:no-page';
