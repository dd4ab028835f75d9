/** The battle of the post's replay: where it comes from, its timeline, and the moment to show. */
import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { type Clock, clockOf, findMoments, mayNameMoments } from 'wows-replay/battle/clock';
import { TIMELINE_VERSION, type Timeline, TimelineSchema } from 'wows-replay/timeline';
import { UPLOAD_TIMEOUT_MS } from '#lib/client/client.ts';
import { SchemaError } from '#lib/client/errors.ts';
import { loadMedia } from '#lib/client/load-media.ts';
import { combineStops } from '#lib/combine-stops.ts';
import type { Block, Inline, ListItem } from '#lib/markdown/markdown-tokens.ts';
import { paths } from '#lib/paths.ts';
import { runtime } from '#lib/runtime.ts';
import type { Post } from '#lib/schemas/post.ts';
import { $address, changeQuery, hrefWith } from '#lib/stores/core/address.ts';
import { createRemote, type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { $momentInAddress } from '#lib/stores/posts/moment.ts';
import { $adaptText, $post, $replay, givePost } from '#lib/stores/posts/post.ts';
import { $replayLinks } from '#lib/stores/posts/replay-links.ts';

/** How links to moments are made, in seconds since the battle's start. */
interface MomentLinks {
  hrefOf: (seconds: number) => string;
  show: (seconds: number) => void;
}

/** Links the times that the clock showed, except in code and in links. */
export function linkMoments(clock: Clock, { hrefOf, show }: MomentLinks): (blocks: Block[]) => Block[] {
  const inText = (text: string): Inline[] =>
    findMoments(text, clock).map(({ text, seconds }) =>
      seconds === null
        ? { type: 'text', text }
        : { type: 'moment', text, href: hrefOf(seconds), show: () => show(seconds) },
    );
  const inLine = (parts: readonly Inline[]): Inline[] =>
    parts.flatMap((part): Inline[] => {
      if (part.type === 'text') return inText(part.text);
      return 'children' in part && part.type !== 'link'
        ? [{ ...part, children: inLine(part.children) }]
        : [part];
    });
  const inItem = (item: ListItem): ListItem => ({ ...item, children: item.children.map(inBlock) });
  const inBlock = (block: Block): Block => {
    switch (block.type) {
      case 'paragraph':
      case 'tight':
      case 'heading':
        return { ...block, children: inLine(block.children) };
      case 'quote':
        return { ...block, children: block.children.map(inBlock) };
      case 'list':
        return { ...block, items: block.items.map(inItem) };
      case 'table':
        return { ...block, header: block.header.map(inLine), rows: block.rows.map((row) => row.map(inLine)) };
      default:
        return block;
    }
  };
  return (blocks) => blocks.map(inBlock);
}

/** The timeline of a battle, from the address that a replay names. */
export async function getTimeline(url: string, signal?: AbortSignal): Promise<Timeline> {
  const text = await loadMedia(url, (response) => response.text(), { signal });
  try {
    return TimelineSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new SchemaError('The timeline', { cause });
  }
}

/** The replay file at an address that a replay names. */
export async function downloadReplay(url: string, signal?: AbortSignal): Promise<Blob> {
  return loadMedia(url, (response) => response.blob(), { signal, timeout: UPLOAD_TIMEOUT_MS });
}

/** Where a timeline comes from: the API, or the replay's file, which is decoded on this device. */
interface Source {
  kind: 'timeline' | 'file';
  url: string;
}

/** Why a file has no battle to play; the sentence is for the user. */
export class UnplayableFileError extends Error {
  override readonly name = 'UnplayableFileError';
}

const NO_POSITIONS = 'This replay’s format is not known yet, so the positions in it can’t be read.';

const battle = createRemote<Timeline>();
const $opened = atom(false);

/** The battle's timeline; loads when it is needed. */
export const $battle: ReadableAtom<Remote<Timeline>> = battle.$remote;

const $source = computed([$replayLinks, $replay], (links, replay): Source | null => {
  if (links?.timeline) return { kind: 'timeline', url: links.timeline };
  const isUnread = remoteValue(replay)?.facts?.source === 'none';
  return links?.file && !isUnread ? { kind: 'file', url: links.file } : null;
});

/** The last moment chosen by the address or a link in the text. A new object each time, so that repeated choices count. */
export const $wantedMoment = atom<{ seconds: number } | null>(null);

type BattleView = 'unknown' | 'player' | 'video' | 'video-with-player';

/** How the page shows the battle: not yet, in the battle player, or as a video, with or without a button for the player. */
export const $battleView = computed(
  [$replayLinks, $source, $opened, $momentInAddress, $post],
  (links, source, opened, moment, remote): BattleView => {
    if (links === undefined) return 'unknown';
    if (source === null) return 'video';
    if (opened) return 'player';
    if (source.kind === 'file') return 'video-with-player';
    const hasVideo = links.minimap !== null || remoteValue(remote)?.replayState !== 0;
    return moment !== null || !hasVideo ? 'player' : 'video-with-player';
  },
);

async function fromFile(url: string, signal: AbortSignal): Promise<Timeline> {
  const { decodeReplayFile } = await import('#lib/client/replay-file.ts');
  const answer = await decodeReplayFile(await downloadReplay(url, signal), signal);
  if (!answer.ok) throw new UnplayableFileError(answer.reason);
  const { timeline } = answer.file;
  if (timeline?.v !== TIMELINE_VERSION) throw new UnplayableFileError(NO_POSITIONS);
  return timeline;
}

/** The purpose of loading: for the player, or for the times in the text. */
const $wanted = computed([$source, $battleView, $post], (source, view, remote): Source | null => {
  const text = remoteValue(remote)?.content ?? '';
  const isNeeded = view === 'player' || (source?.kind === 'timeline' && mayNameMoments(text));
  return isNeeded ? source : null;
});

/** Where the battle was loaded from. */
let loaded: string | undefined;

function follow(): () => void {
  return $wanted.subscribe((source) => {
    if (source === null || source.url === loaded) return;
    loaded = source.url;
    const fetch = source.kind === 'file' ? fromFile : getTimeline;
    void battle.load((signal) => fetch(source.url, signal), { mode: 'replace' });
  });
}

/** Path of the post whose battle another screen shows. */
let givenPath: string | undefined;

/** The address of a moment, in seconds since the start, on the post's page. */
export const momentHref = (seconds: number): string =>
  hrefWith(givenPath === undefined ? $address.get() : { path: givenPath, query: {} }, { t: seconds });

/** Whether links to moments lead anywhere: the battle can be played. */
export const $hasMoments = computed(
  [$replayLinks, $battle],
  (links, battle) => links?.timeline != null || battle.status === 'ready',
);

onMount($battle, () => {
  if (!runtime.isBrowser) return;
  return combineStops([
    follow(),
    battle.$remote.subscribe((remote) => {
      const timeline = remoteValue(remote);
      $adaptText.set(timeline && linkMoments(clockOf(timeline), { hrefOf: momentHref, show: showMoment }));
    }),
    $momentInAddress.subscribe((seconds) => {
      if (seconds !== null) $wantedMoment.set({ seconds });
    }),
  ]);
});

/** Opens the battle player in place of the video. */
export function openBattle(): void {
  $opened.set(true);
}

/** Opens the battle player of a post that another screen has loaded, at a moment if there is one. */
export function openBattleOf(post: Post, seconds: number | null): void {
  const path = paths.post(post.id);
  if (path !== givenPath) {
    givenPath = path;
    loaded = undefined;
    battle.reset();
    givePost(post);
  }
  $opened.set(true);
  $wantedMoment.set(seconds === null ? null : { seconds });
}

/** Opens the battle player at a moment, in seconds since the start, and puts it into the address. */
export function showMoment(seconds: number): void {
  $opened.set(true);
  changeQuery({ t: seconds });
  $wantedMoment.set({ seconds });
}

/** Loads the battle again after a failure. */
export const retryBattle = battle.retry;

/** The address of a moment, for other people. */
export function momentUrl(seconds: number): string {
  return new URL(momentHref(seconds), runtime.location().origin).href;
}

/** Puts a moment into the address, where it can be copied. */
export function putMomentIntoAddress(seconds: number): void {
  changeQuery({ t: seconds }, { replace: true });
}
