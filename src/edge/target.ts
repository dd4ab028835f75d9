/** Which pages have a preview. */
import { guidAt, idOfPair } from '#lib/paths.ts';
import { type RegionId, regionOfHost } from '#lib/regions.ts';
import { matchRoute, type RouteId } from '#lib/routes.ts';
import type { PreviewKind } from '#lib/schemas/preview.ts';

/** The page of a request. */
export interface PreviewTarget {
  region: RegionId;
  kind: PreviewKind;
  /** An account's or clan's number, or a post's GUID in lower case. */
  id: string;
}

/** The routes whose pages have a preview. */
export const KINDS: Partial<Record<RouteId, PreviewKind>> = { player: 'player', post: 'post', clan: 'clan' };

/** Path of a page without a name. */
export const pathOf = ({ kind, id }: PreviewTarget): string =>
  kind === 'post' ? `/posts/${id}` : `/${kind}/${id}`;

/** Whether pages at such addresses have previews, although not every id has one. */
export function isShared(url: URL): boolean {
  const match = matchRoute(url.pathname);
  return match.kind === 'route' && match.route.id in KINDS;
}

/** The page that a URL names; null for every page without a preview, and for ids that can't exist. */
export function previewTarget(url: URL, regions?: readonly RegionId[]): PreviewTarget | null {
  const match = matchRoute(url.pathname);
  if (match.kind !== 'route') return null;
  const kind = KINDS[match.route.id];
  if (kind === undefined) return null;
  const { id: guid, idNamePair = '' } = match.params;
  const id = kind === 'post' ? guidAt(guid ?? '') : idOfPair(idNamePair);
  return id === null ? null : { region: regionOfHost(url.host, regions), kind, id: String(id) };
}
