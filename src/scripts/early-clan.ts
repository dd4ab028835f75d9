/** Draws a clan's name and description, as `early-content.ts` draws posts (Rule 2.47). */
import { clanEmblem } from '#lib/domain/emblems.ts';
import { knownTagColors, leagueColor } from '#lib/domain/tag-colors.ts';
import type { Clan } from '#lib/schemas/clan.ts';
import { isVisible, limitClusters } from '#lib/schemas/visible-text.ts';
import {
  answerTo,
  fillEmblems,
  fillTag,
  fillText,
  find,
  ignore,
  preloadLater,
  redraw,
} from './early-drawing.ts';

async function drawClan(): Promise<void> {
  const clan = (await answerTo(/^\/api\/Clan\/\d/)) as Clan | undefined;
  // The screen draws what has more parts.
  if (!clan || clan.isDisbanded || clan.outdated || ![clan.tag, clan.name].every(isVisible)) return;
  redraw('[data-early-clan]', (place) => {
    const heading = find(place, 'h1');
    const [tag, name] = find(heading, '[hidden]').children as unknown as [HTMLElement, HTMLElement];
    fillTag(tag, clan, knownTagColors);
    name.textContent = limitClusters(clan.name);
    heading.replaceChildren(tag, ' ', name);
    fillEmblems(place, clanEmblem(clan.id));
    find(place, 'svg').style.color = leagueColor(clan.leagueColor) ?? '';
    const part = find(place, '[data-description]');
    if (!clan.description?.trim()) part.remove();
    else {
      fillText(find(part, 'p'), clan.description);
      part.hidden = false;
    }
  });
  preloadLater([{ content: clan.description ?? '' }]);
}

drawClan().catch(ignore);
