/** Believable post titles, contents, reasons and clan descriptions, put together from invented sentences. */
import { SHIPS } from '#api/seed/names.ts';
import type { Random } from '#api/seed/random.ts';

/** Direction of a post: what its flairs say together. */
export type Tone = 'positive' | 'negative' | 'neutral';

const TITLES: Readonly<Record<Tone, readonly string[]>> = {
  positive: [
    'Held the flank alone',
    'Smoke exactly when needed',
    'Best spotting I have seen',
    'Polite after a rough loss',
    'Carried without a word',
    'Taught a new player mid-battle',
    'Textbook destroyer play',
    'Great division mate',
    'Good sport in a close one',
    'Saved the whole cap',
    'Clean and calm shot-caller',
    'Would sail with again',
  ],
  negative: [
    'Left the battle at minute three',
    'Blocked a friendly in the cap',
    'Abusive in team chat',
    'Torpedoes through his own team',
    'Ignored every call for help',
    'Sat behind the island all game',
    'Insults from the countdown on',
    'Rammed an ally on purpose',
    'Smoked us blind, twice',
    'Refused to cap, twice asked',
    'Threw a won battle',
    'Spammed the map the entire match',
  ],
  neutral: [
    'A mixed battle',
    'Neither good nor bad',
    'Odd positioning, fair result',
    'For the record',
    'Worth a look at the replay',
    'Average, but friendly',
    'Undecided about this one',
    'Second battle with this player',
  ],
};

const OPENINGS: Readonly<Record<Tone, readonly string[]>> = {
  positive: [
    'We were two ships down after five minutes and {ship} simply refused to give up the west cap.',
    'I was the last destroyer and {ship} gave me cover without being asked.',
    'Our division met this captain in {ship} twice tonight, and both battles were a pleasure.',
    'Spawned next to {ship}, who announced a plan in one sentence and then followed it.',
  ],
  negative: [
    'From the countdown on {ship} was busy typing instead of steering.',
    'We asked {ship} for smoke four times, and the answer was an insult each time.',
    '{ship} crossed my bow in the narrow channel, stopped, and stayed there until I was gone.',
    'The battle was lost when {ship} turned around and sailed for the map border.',
  ],
  neutral: [
    'Met {ship} in a random battle this evening.',
    '{ship} had a slow start and then picked up.',
    'Not much happened between us, but I promised to write it down.',
    'A long battle on a wide map, with {ship} mostly on the other side.',
  ],
};

const MIDDLES: Readonly<Record<Tone, readonly string[]>> = {
  positive: [
    'Calls were short and clear, and nobody got blamed when a push failed.',
    'The replay shows it well from about minute nine.',
    'Even with a fire running the guns stayed on the target that mattered.',
    'Afterwards there was a "well played" to both teams, which is rare enough.',
    'I learnt more about angling from watching this than from any video.',
  ],
  negative: [
    'When somebody asked politely to stop, it only got worse.',
    'The chat log in the replay has all of it; I will not repeat it here.',
    'It may have been a bad day, but two battles in a row are a pattern.',
    'I reported it in the game as well, with the same replay.',
    'Three of us tried to talk about it calmly, without success.',
  ],
  neutral: [
    'Communication was fine, the plan was not.',
    'I would not call it unfair, just unlucky.',
    'There was a misunderstanding about the cap and we cleared it up.',
    'The score says more than I could.',
  ],
};

const CLOSINGS: Readonly<Record<Tone, readonly string[]>> = {
  positive: [
    'Thank you, and fair seas.',
    'Credit where it is due.',
    'Happy to meet you again, on either side.',
  ],
  negative: [
    'I hope the next battle goes better for everyone.',
    'Please just play with the team.',
    'A short apology would settle it.',
  ],
  neutral: ['That is all.', 'No hard feelings.', 'Make of it what you will.'],
};

const MARKDOWN: readonly ((random: Random, ship: string) => string)[] = [
  (_, ship) => `**What happened**\n\n1. ${ship} took the centre\n2. nobody followed\n3. it worked anyway`,
  () => '> gg everyone, that was close\n\nThat line says it all.',
  (random) =>
    `- minute ${random.between(2, 6)}: first contact\n- minute ${random.between(7, 11)}: the cap\n- minute ${random.between(12, 19)}: the end`,
  () => 'From the chat:\n\n```\n[Team] need smoke at B\n[Team] on my way\n```',
  (random, ship) =>
    `| | me | ${ship} |\n| --- | ---: | ---: |\n| damage | ${random.between(20, 90)}k | ${random.between(20, 160)}k |\n| caps | ${random.between(0, 3)} | ${random.between(0, 3)} |`,
  () => 'It was *almost* perfect, and ~~luck~~ skill had a lot to do with it. 🌊',
  () => 'More about fair reports: [our guidelines](https://example.com/guidelines).',
];

const HARD_CASES: readonly string[] = [
  `Nothing but sea ${'~'.repeat(3)} ${'n'.repeat(600)} and that was the whole story of this battle.`,
  'مرحبا — هذا قائد لطيف جدا، وقد ساعد الفريق من البداية إلى النهاية. שלום וים רגוע לכולם.',
  '🚢⚓🌊 A whole post of signals: 🟢🟢🔴 and then 👨‍👩‍👧‍👦 cheering from the pier. Fair seas to all of you! 🏳️',
  'I typed <b>bold</b> and <script>nothing</script> by hand, and it should read exactly like that in every place.',
];

const fill = (text: string, ship: string): string => text.replaceAll('{ship}', ship);

/** A title within the limits of a post. */
export function inventTitle(random: Random, tone: Tone): string {
  return random.pick(TITLES[tone]);
}

/** Content within the limits of a post: a few sentences, one in four with markdown, a few that are hard to lay out. */
export function inventContent(random: Random, tone: Tone): string {
  if (random.chance(0.006)) return random.pick(HARD_CASES);
  const ship = random.pick(SHIPS);
  const middles = Array.from({ length: random.between(1, 3) }, () => random.pick(MIDDLES[tone]));
  const parts = [`${fill(random.pick(OPENINGS[tone]), ship)} ${[...new Set(middles)].join(' ')}`];
  if (random.chance(0.25)) parts.push(random.pick(MARKDOWN)(random, ship));
  parts.push(random.pick(CLOSINGS[tone]));
  return parts.join('\n\n');
}

const REASONS = [
  'Insulting language; the factual part may be written again.',
  'Names a player who had no part in the battle.',
  'Statistics shaming is against the guidelines.',
  'The replay does not show what the post says.',
  'Low-effort text; please describe what happened.',
  'Removed a private detail, the rest stands.',
  'Provocation without an account of the battle.',
] as const;

/** A moderator's reason. */
export function inventReason(random: Random): string {
  return random.pick(REASONS);
}

/** A clan's description in markdown; sometimes empty. */
export function inventClanDescription(random: Random, name: string): string {
  if (random.chance(0.1)) return '';
  return [
    `**${name}** sails most evenings and takes it easy.`,
    random.pick([
      'We are looking for captains who like to talk, listen and laugh.',
      'Competitive in clan battles, relaxed everywhere else.',
      'Founded by friends from a sailing club. Newcomers are welcome on any ship.',
    ]),
    random.pick([
      '- voice chat\n- no minimum statistics\n- fair play first',
      '> Fair winds and following seas',
      'Ask any officer to join.',
    ]),
  ].join('\n\n');
}
