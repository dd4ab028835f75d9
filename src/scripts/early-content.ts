/**
 * Draws the first posts of a screen, and a profile's name and total, from the answers to the early requests, so that there is
 * something to read before the code of the screen has loaded (Rule 2.47). A script at the end of the page, without the framework
 * and the schemas; `EarlyPosts.astro` has the forms of posts. The screen then draws the same in the same places. Anything it
 * cannot draw stays an outline until then.
 */
import { isEvidence } from '#lib/domain/advice/badges.ts';
import { isConcealed, playerEmblem } from '#lib/domain/emblems.ts';
import { FOLDED_FROM_LINES, type PostContext } from '#lib/domain/post-face.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import type { Post } from '#lib/schemas/post.ts';
import { isVisible, limitClusters } from '#lib/schemas/visible-text.ts';
import {
  answerTo,
  fillEmblems,
  fillKarma,
  fillPost,
  find,
  ignore,
  preloadLater,
  redraw,
} from './early-drawing.ts';

/** As many as most windows show. Each takes 10 ms on a phone. */
const POSTS_MAX = 4;

/** Folds long texts, as the screen will. */
function foldLongTexts(): void {
  for (const text of document.querySelectorAll<HTMLElement>('[data-early-posts] article > div')) {
    const body = find(text, 'div');
    if (body.offsetHeight > FOLDED_FROM_LINES * Number.parseFloat(getComputedStyle(body).lineHeight))
      text.dataset.folded = 'true';
  }
}

const playerAnswer = answerTo(/^\/api\/Player\//) as Promise<PlayerProfile | undefined>;

/**
 * Whether the screen has to draw the post: staff see more parts of one with notes or of a marked one with a
 * badge, and the schema fills in gaps.
 */
const isStrange = ({ title, content, author, player, advice, held, modLocked, readOnly }: Post) =>
  (advice && (held || modLocked || readOnly) && document.documentElement.dataset.session) ||
  advice?.some((code) => !isEvidence(code)) ||
  ![title, content, author.username, player.username].every(isVisible);

async function drawPosts(): Promise<void> {
  const answer = await answerTo(/^\/api\/Post\//);
  if (!answer) return;
  const tab = new URLSearchParams(location.search).get('tab');
  const forms = [...document.querySelectorAll<HTMLTemplateElement>('template[data-context]')];
  const form = forms.find(({ dataset }) => dataset.context === tab) ?? forms[0];
  if (form === undefined) return;
  const context = form.dataset.context as PostContext;
  // Some APIs send everyone the received posts of a player who opted out (Rule 5.7).
  if (context === 'received' && (await playerAnswer)?.optedOut !== false) return;
  const posts = Array.isArray(answer) ? answer : [(answer as { model?: Post }).model];
  preloadLater(posts as Post[]);
  const first = posts.slice(0, POSTS_MAX);
  const strange = first.findIndex(isStrange);
  const ordinary = strange < 0 ? first : first.slice(0, strange);
  if (ordinary.length === 0) return;
  redraw('[data-early-posts]', (place) => {
    const outlines = [...find(place, '[aria-hidden]').children];
    const list = document.createElement('ol');
    list.className = 'stack';
    for (const [index, post] of ordinary.slice(0, outlines.length).entries()) {
      const item = document.createElement('li');
      item.append(fillPost(form, post, context));
      list.append(item);
      outlines[index]?.remove();
    }
    place.prepend(list);
    place.querySelector('[data-heading]')?.remove();
  });
  // In the frame, which lays the page out anyway.
  if (context !== 'single') requestAnimationFrame(foldLongTexts);
}

async function drawPlayer(): Promise<void> {
  const player = await playerAnswer;
  if (!player || !isVisible(player.username)) return;
  redraw('[data-early-profile]', (place) => {
    find(place, '#player-name').textContent = limitClusters(player.username);
    fillEmblems(place, playerEmblem(player.id, isConcealed(player)));
    // Staff see more, which the screen draws.
    const { gameKarma, siteKarma } = player;
    if (isConcealed(player) || gameKarma === null || siteKarma === null) return;
    fillKarma(find(place, '[data-blank] span'), gameKarma + siteKarma);
  });
}

drawPosts().catch(ignore);
drawPlayer().catch(ignore);
