/** The environment variables of Discord's webhooks. */
import type { RegionId } from '#lib/regions.ts';
import { z } from '#lib/schemas/zod.ts';
import { matching } from '#lib/settings/deployment.ts';
import { regional } from '#lib/settings/variables.ts';

/** Channels of a region: new posts for everyone, and moderation for staff. */
export const DISCORD_CHANNELS = ['posts', 'moderation'] as const;
/** One channel. */
export type DiscordChannel = (typeof DISCORD_CHANNELS)[number];
/** The webhooks' addresses; null where a channel gets no messages. */
export type DiscordWebhooks = Readonly<Record<DiscordChannel, Readonly<Record<RegionId, string | null>>>>;

/** Tests use a server on the same machine. */
const WEBHOOK =
  /^(https:\/\/((canary|ptb)\.)?discord(app)?\.com|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?)\/api\/(v\d+\/)?webhooks\/\d+\/[\w-]+$/;

const webhook = (about: string, example: string) =>
  ({
    schema: z.optional(
      matching(WEBHOOK, 'must be the address that Discord shows for a webhook, without a query'),
    ),
    about,
    example,
    unset: 'no messages',
  }) as const;

/** One webhook per region and channel. */
export const DISCORD_VARIABLES = {
  ...regional('DISCORD_WEBHOOK', () =>
    webhook(
      'Discord webhook of a public channel that gets the region’s new posts; keep it set, so that they are edited and deleted there.',
      'https://discord.com/api/webhooks/123/abc',
    ),
  ),
  ...regional('DISCORD_MODERATION_WEBHOOK', () =>
    webhook(
      'Discord webhook of a staff channel that gets the region’s mod actions and bans.',
      'https://discord.com/api/webhooks/456/def',
    ),
  ),
};
