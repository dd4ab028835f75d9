/** The screens for reading: address, request, and what each shows in every state. */
import { type APIRequestContext, expect, type Locator, type Page } from 'playwright/test';
import { type RegionId, regionHost } from '#lib/regions.ts';
import { currentTestSite } from '#scripts/testing/test-site.ts';
import { changeAnswers } from '#tests/support/change-answers.ts';
import type { Answer } from '#tests/support/gate.ts';

/** Reads JSON from the region's API outside the browser. */
// biome-ignore lint/suspicious/noExplicitAny: tests read whatever the call answers
export type Ask = (path: string) => Promise<any>;

/** Returns a reader for the API of a region. */
export function askRegion(request: APIRequestContext, region: RegionId): Ask {
  const origin = `http://${regionHost(region, `localhost:${currentTestSite().apiPort}`)}`;
  return async (path) => (await request.get(origin + path)).json();
}

/** A special answer of the API, and what the screen then shows. */
export interface Variant {
  answer: Answer;
  shows: (page: Page) => Locator;
}

/** A screen, or a part of one that loads separately. */
export interface ReadingScreen {
  name: string;
  /** Returns its address. */
  address: (ask: Ask) => Promise<string>;
  /** The request for its data. */
  data: RegExp;
  /** The text while it loads. */
  loading: string;
  /** The element with that text, when it is a part of a screen. */
  part?: (page: Page) => Locator;
  /** Visible once the seeded data is shown. */
  ready: (page: Page) => Locator;
  /** Special answers by name: none, one. */
  variants: Readonly<Record<string, Variant>>;
  /** The text when loading failed. */
  failed: string | RegExp;
  /** The text when nothing was found. */
  missing?: string;
  /** Other answers of the API that it needs. */
  prepare?: (page: Page) => Promise<void>;
}

const GUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const BORODINO = '/player/500000002,Borodino_Gunner';

const main = (page: Page): Locator => page.getByRole('main');
const cards = (page: Page): Locator => main(page).getByRole('article');
const found = (page: Page): Locator => main(page).getByRole('listitem').getByRole('link');
const says = (text: string) => (page: Page) => main(page).getByText(text);
const first = <T>(list: T[]): T[] => list.slice(0, 1);
const none = () => [];

interface Listed {
  createdAt: string;
  id: string;
  replayId: string | null;
}

async function postWhere(ask: Ask, fits: (post: Listed) => boolean, query = ''): Promise<string> {
  const posts: Listed[] = await ask(`/api/Post/latest?pageSize=100${query}`);
  return `/posts/${posts.find(fits)?.id}`;
}

/** How old a post is that no test has written, in milliseconds. */
const SEEDED_AGE = 3_600_000;

/** Replays of the seed have a timeline; those that tests upload may not. */
const isSeededReplay = ({ replayId, createdAt }: Listed): boolean =>
  replayId !== null && Date.now() - Date.parse(createdAt) > SEEDED_AGE;

/** Removes the replay from posts, so that the screen requests it separately. */
export async function withoutReplay(page: Page): Promise<void> {
  await changeAnswers(page, new RegExp(`/api/Post/${GUID}(\\?|$)`, 'i'), ({ model }) => ({
    model: { ...model, replay: null },
  }));
}

/** Common parts of the received and the sent posts of a profile. */
const PROFILE_POSTS = {
  loading: 'Loading...',
  part: (page) => page.getByRole('region', { name: 'Posts', exact: true }),
  ready: (page) => cards(page).nth(1),
  variants: {
    none: { answer: none, shows: says('No posts found.') },
    one: { answer: first, shows: (page) => cards(page) },
  },
  failed: 'Couldn’t load the posts.',
} satisfies Partial<ReadingScreen>;

/** Every screen that reads from the API. */
export const READING_SCREENS: readonly ReadingScreen[] = [
  {
    name: 'The player search',
    address: async () => '/player?search=silver',
    data: /\/api\/Player\/search\//i,
    loading: 'Searching...',
    ready: (page) => found(page).nth(1),
    variants: {
      none: { answer: none, shows: says('No results found') },
      one: { answer: first, shows: says('1 player') },
    },
    failed: 'The search failed.',
  },
  {
    name: 'A profile',
    address: async () => BORODINO,
    data: /\/api\/Player\/\d+/i,
    loading: 'Loading...',
    ready: (page) => cards(page).nth(1),
    variants: {
      'a player who opted out': {
        answer: (player) => ({
          ...player,
          optedOut: true,
          siteKarma: null,
          ribbon: null,
          ratingCounts: null,
          postCounts: { ...player.postCounts, received: null },
        }),
        shows: says('Player has opted out.'),
      },
      'a player whose details are hidden': {
        answer: (player) => ({ ...player, wgHidden: true, gameKarma: null }),
        shows: says('Player Details Hidden'),
      },
    },
    failed: 'Couldn’t load the player.',
    missing: 'Sorry, no player was found.',
  },
  {
    name: 'The received posts of a profile',
    address: async () => BORODINO,
    data: /\/received\?/i,
    ...PROFILE_POSTS,
  },
  {
    name: 'The sent posts of a profile',
    address: async () => `${BORODINO}?tab=sent`,
    data: /\/sent\?/i,
    ...PROFILE_POSTS,
  },
  {
    name: 'The clan search',
    address: async () => '/clan?search=a',
    data: /\/api\/Clan\/search\//i,
    loading: 'Searching...',
    ready: (page) => found(page).nth(1),
    variants: {
      none: { answer: none, shows: says('No results found') },
      one: { answer: first, shows: says('Found 1 Clan(s) :') },
    },
    failed: 'The search failed.',
  },
  {
    name: 'A clan',
    address: async (ask) => {
      const [{ id }] = await ask('/api/Clan/search/a?results=1');
      return `/clan/${id},Any-Clan`;
    },
    data: /\/api\/Clan\/\d+/i,
    loading: 'Loading...',
    ready: (page) => page.getByRole('row').nth(2),
    variants: {
      'no member and no description': {
        answer: (clan) => ({ ...clan, description: '', members: [], membersUpdatedAt: null }),
        shows: says('No members to show.'),
      },
      'one member': {
        answer: (clan) => ({ ...clan, members: first(clan.members) }),
        shows: (page) => page.getByRole('rowheader').first(),
      },
    },
    failed: /^Couldn’t load the clan\./,
    missing: 'Sorry, no clan was found.',
  },
  {
    name: 'The latest posts',
    address: async () => '/posts',
    data: /\/api\/Post\/latest/i,
    loading: 'Loading...',
    ready: (page) => cards(page).nth(7),
    variants: {
      none: { answer: none, shows: says('No posts found.') },
      one: { answer: first, shows: (page) => cards(page) },
    },
    failed: 'Couldn’t load the posts.',
  },
  {
    name: 'A post',
    address: (ask) => postWhere(ask, ({ replayId }) => replayId === null),
    data: new RegExp(`/api/Post/${GUID}(\\?|$)`, 'i'),
    loading: 'Loading...',
    ready: (page) => cards(page),
    variants: {
      'a post that a moderator edited': {
        answer: ({ model }) => ({ model: { ...model, readOnly: true } }),
        shows: says('Read-only after a moderator’s edit.'),
      },
      'a post that a moderator removed': {
        answer: { status: 410 },
        shows: says('It was removed by a moderator.'),
      },
    },
    failed: 'Error loading Post.',
    missing: 'Sorry, no post was found.',
  },
  {
    name: 'The replay of a post',
    address: (ask) => postWhere(ask, isSeededReplay, '&hasReplay=true'),
    data: new RegExp(`/api/Replay/${GUID}(\\?|$)`, 'i'),
    loading: 'Loading...',
    part: (page) => page.getByRole('region', { name: 'Teams' }),
    ready: (page) => page.getByRole('region', { name: 'Teams' }).getByRole('table').nth(1),
    variants: {
      'no player and no word': {
        answer: (replay) => ({ ...replay, players: [], chatMessages: [] }),
        shows: says('Nothing was said in this battle.'),
      },
      'a chat that cannot be read': {
        answer: (replay) => ({ ...replay, chatMessages: 'none' }),
        shows: (page) =>
          page
            .getByRole('main')
            .filter({ hasText: 'Error loading Chat Messages.' })
            .getByRole('region', { name: 'Teams' })
            .getByRole('table')
            .first(),
      },
    },
    failed: 'Error loading Teams Roster.',
    prepare: withoutReplay,
  },
];

/** The screen with this name. */
export function screenNamed(name: string): ReadingScreen {
  const found = READING_SCREENS.find((screen) => screen.name === name);
  if (found === undefined) throw new Error(`There is no screen "${name}".`);
  return found;
}

/** Texts without spaces, without Latin letters, in emoji and from right to left. */
const WILD_TEXTS = [
  'x'.repeat(2000),
  '𝕏'.repeat(900),
  'مرحبا بكم في الميناء '.repeat(90),
  '🚢'.repeat(900),
  '| a '.repeat(400),
  `\`\`\`\n${'code '.repeat(300)}\n\`\`\``,
];
const WILD_NAMES = ['W'.repeat(120), 'قبطان_البحر_الأحمر_الكبير_جدا_جدا', '🚢⚓🌊'.repeat(20), '¯\\_(ツ)_/¯'];
const NAMES = new Set(['username', 'name', 'tag', 'clanTag', 'modUsername']);
const TEXTS = new Set(['content', 'description', 'messageContent', 'reason']);
const NUMBERS = new Set(['gameKarma', 'siteKarma', 'ratingPerformance', 'ratingTeamplay', 'ratingCourtesy']);

/** An answer of the API with extreme names, texts and numbers that fit its shape. */
export function makeWild(value: unknown, turn = { count: 0 }): unknown {
  if (Array.isArray(value)) return value.map((item) => makeWild(item, turn));
  if (typeof value !== 'object' || value === null) return value;
  const pick = (from: readonly string[]): string => from[turn.count++ % from.length] as string;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (NAMES.has(key)) return [key, pick(WILD_NAMES)];
      if (TEXTS.has(key)) return [key, pick(WILD_TEXTS)];
      if (key === 'title') return [key, 'M'.repeat(60)];
      if (NUMBERS.has(key)) return [key, turn.count % 2 ? -9_007_199_254_740_991 : 9_007_199_254_740_991];
      return [key, makeWild(inner, turn)];
    }),
  );
}

/** Waits until the screen has taken over from what the page drew early (Rule 2.47): from then on it reacts to keys and clicks. */
export const screenDrawn = (page: Page): Promise<void> =>
  expect(page.locator('[data-early-posts], [data-early-profile]')).toHaveCount(0);
