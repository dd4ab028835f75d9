/** Crawlers that read a page's head without running its scripts. */

/** Words in their user agents. */
export const CRAWLERS: readonly string[] = [
  'Discordbot',
  'Twitterbot',
  'Slackbot',
  'Slack-ImgProxy',
  'facebookexternalhit',
  'Facebot',
  'meta-externalagent',
  'TelegramBot',
  'WhatsApp',
  'LinkedInBot',
  'SkypeUriPreview',
  'Mastodon',
  'Pleroma',
  'Misskey',
  'Bluesky',
  'Cardyb',
  'redditbot',
  'vkShare',
  'Viber',
  'Iframely',
  'Embedly',
  'SteamChatURLLookup',
  'Synapse',
  'matrix-media-repo',
  'Discourse Forum Onebox',
  'Yahoo Link Preview',
  'Googlebot',
  'Google-InspectionTool',
  'bingbot',
  'BingPreview',
  'DuckDuckBot',
  'YandexBot',
  'Baiduspider',
  'Applebot',
  'Slurp',
  'SeznamBot',
];

const PATTERN = new RegExp(`\\b(${CRAWLERS.join('|')})\\b`, 'i');

/** Longer user agents are not searched. */
const LENGTH_MAX = 1000;

/** Whether a request comes from a known crawler, by its `User-Agent`. */
export function isCrawler(userAgent: string | null): boolean {
  return userAgent !== null && userAgent.length <= LENGTH_MAX && PATTERN.test(userAgent);
}
