/**
 * Draws the first posts of a screen, and a profile's name and total, from the answers to the early requests, so that there is
 * something to read before the code of the screen has loaded (Rule 2.47). `astro.config.mjs` compiles it, without the
 * framework and the schemas, into a script at the end of the page; `EarlyPosts.astro` has the form of a post. The screen then
 * draws the same in the same places. What is not as expected keeps its outline until then.
 */
import { formatKarma } from '#lib/domain/numbers.ts';
import { isPlain } from '#lib/markdown/plain-text.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import type { Post } from '#lib/schemas/post.ts';
import { isVisible, limitClusters } from '#lib/schemas/visible-text.ts';
import { classOf, drawPost, find, isOrdinary, isProfile, isSentTab } from './early-post.ts';

/** As many as most windows show. Each takes 10 ms on a phone. */
const POSTS_MAX = 4;
/** A text that shows more lines is cut, as in `use-fold.ts`. */
const LINES_MAX = 6.4;

/** The answer to the early request whose path matches; undefined when there is none, or it failed. */
async function answerTo(path: RegExp): Promise<unknown> {
  const answers = Object.entries(window.__earlyAnswers ?? {});
  return answers.find(([name]) => path.test(name))?.[1];
}

/** Cuts long texts, as the screen will. */
function foldLongTexts(): void {
  const { folded } = find<HTMLTemplateElement>(document, '[data-early-posts] template').dataset;
  for (const text of document.querySelectorAll<HTMLElement>('[data-early-posts] [data-text]')) {
    const { lineHeight } = getComputedStyle(text);
    if (folded && text.offsetHeight > LINES_MAX * Number.parseFloat(lineHeight))
      text.parentElement?.classList.add(folded);
  }
}

/**
 * Replaces an element by a changed copy: browsers count elements that move as shifts of the layout, but not those that are
 * new, and the screen would replace them, too.
 */
function redraw(selector: string, change: (copy: HTMLElement) => void): void {
  const element = find(document, selector);
  const copy = element.cloneNode(true) as HTMLElement;
  change(copy);
  element.replaceWith(copy);
}

/** Loads the markdown parser next to the modules of the screen, which would request it after them. */
function preloadParser(): void {
  const { parser } = document.querySelector<HTMLElement>('template[data-modules]')?.dataset ?? {};
  if (parser === undefined) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = parser;
  document.head.append(link);
}

const playerAnswer = answerTo(/^\/api\/Player\//) as Promise<PlayerProfile | undefined>;

/** Whether the posts are about a player who opted out, or may be: some APIs send them to everyone (Rule 5.7). */
async function mayBeHidden(): Promise<boolean> {
  return isProfile && !isSentTab && (await playerAnswer)?.optedOut !== false;
}

async function drawPosts(): Promise<void> {
  const answer = await answerTo(/^\/api\/Post\//);
  if (answer === undefined || answer === null || (await mayBeHidden())) return;
  const posts = Array.isArray(answer) ? answer : [(answer as { model?: Post }).model];
  const strange = posts.findIndex((post) => !isOrdinary(post));
  const ordinary = posts.slice(0, strange < 0 ? undefined : strange);
  if (ordinary.length === 0) return;
  redraw('[data-early-posts]', (place) => {
    const form = find<HTMLTemplateElement>(place, 'template');
    const outlines = [...find(place, '[aria-hidden]').children];
    const items = ordinary.slice(0, Math.min(POSTS_MAX, outlines.length)).map((post) => drawPost(post, form));
    const list = document.createElement('ol');
    list.className = 'stack';
    list.append(...items);
    form.after(list);
    for (const outline of outlines.slice(0, items.length)) outline.remove();
    place.querySelector('[data-heading]')?.remove();
  });
  foldLongTexts();
  // After the frame with the posts.
  if (!posts.every(({ content }) => isPlain(content))) requestAnimationFrame(() => setTimeout(preloadParser));
}

async function drawPlayer(): Promise<void> {
  const player = await playerAnswer;
  if (!player || !isVisible(player.username)) return;
  const { siteKarma, gameKarma, optedOut, wgHidden } = player;
  redraw('[data-early-profile]', (place) => {
    find(place, '[data-early-name]').textContent = limitClusters(player.username);
    if (siteKarma === null || gameKarma === null || optedOut || wgHidden) return;
    const total = find(place, '[data-early-total]');
    total.textContent = formatKarma(siteKarma + gameKarma);
    total.classList.add(...classOf(total.dataset.tones, siteKarma + gameKarma));
  });
}

/** A page without these parts, and an answer that is not as expected: the screen draws, or reports it. */
const ignore = (): void => {};

drawPosts().catch(ignore);
drawPlayer().catch(ignore);
