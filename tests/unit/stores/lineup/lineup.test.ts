/** Reading the game's file of a battle, and watching its folder. */

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeBattle } from 'wows-replay/encode/sample-battle';
import { LIVE_FILE } from '#lib/client/replays-folder.ts';
import { arenaInfo, FakeFolder, liveFile } from '#tests/support/lineup-file.ts';
import { newPage } from '#tests/support/new-page.ts';
import { replayFile } from '#tests/support/replay-file.ts';

const loadModules = () =>
  newPage(() => [import('#lib/stores/lineup/folder.ts'), import('#lib/stores/lineup/lineup.ts')]);
let page: Awaited<ReturnType<typeof loadModules>>;
let folder: FakeFolder;
let view: { visibilityState: DocumentVisibilityState };
let happen: ReturnType<typeof page.fakePlatform>['happen'];

const OTHER = arenaInfo(makeBattle({ players: 6 }));
const names = () => page.$lineup.get()?.ships.map(({ name }) => name).length;
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await page.settle();
};
/** Runs what waits for promises, until the work is done. */
async function show(open: () => Promise<File | null>): Promise<void> {
  const done = page.showLineup(open);
  for (let ms = 0; ms < 6_000; ms += 500) await pass(500);
  await done;
}
const file = (content: BlobPart, name = LIVE_FILE) => new File([content], name);

beforeEach(async () => {
  vi.useFakeTimers();
  folder = new FakeFolder();
  view = { visibilityState: 'visible' };
  vi.stubGlobal('document', view);
  vi.stubGlobal('window', Object.assign(new EventTarget(), { showDirectoryPicker: async () => folder }));
  page = await loadModules();
  ({ happen } = page.fakePlatform('/battle'));
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('a chosen file (rule 33.6)', () => {
  it.each([
    ['empty', file(''), /^This file is incomplete/],
    ['half', file(arenaInfo().slice(0, 100)), /^This file is incomplete/],
    [
      '50 MB',
      { size: 50_000_000, name: LIVE_FILE } as File,
      /^This file is too large: a replay has at most 5 MiB/,
    ],
    [
      'another JSON',
      file('{"a": 1}'),
      'This file has no list of ships. Choose tempArenaInfo.json or a replay.',
    ],
    ['a text', file('Dear Diary'), 'This is neither tempArenaInfo.json nor a replay. Choose another file.'],
    ['removed', null, 'Couldn’t read this file. Choose it again.'],
  ])('is refused with a sentence when it is %s, and the battle stays', async (_, broken, sentence) => {
    await show(async () => liveFile());
    await show(async () => broken);
    expect(page.$problem.get()).toMatch(sentence);
    expect([names(), page.$isReading.get()]).toEqual([4, false]);
  });

  it.each([
    ['half', () => file(arenaInfo().slice(0, 100))],
    [
      'locked',
      () =>
        ({
          size: 9,
          arrayBuffer: () => Promise.reject(new DOMException('Locked', 'NotReadableError')),
        }) as File,
    ],
  ])('that is %s is read again until it is complete', async (_, broken) => {
    let reads = 0;
    await show(async () => (++reads < 4 ? broken() : liveFile()));
    expect([reads, names(), page.$problem.get()]).toEqual([4, 4, null]);
  });

  it('replaces one that is still being read', async () => {
    void page.showLineup(async () => file(''));
    await show(async () => liveFile(OTHER));
    expect([names(), page.$problem.get()]).toEqual([6, null]);
  });

  it('that is a replay shows a battle that is over (rule 33.4)', async () => {
    await show(async () => liveFile());
    expect(page.$isOver.get()).toBe(false);
    await show(async () => file(replayFile(), 'battle.wowsreplay'));
    expect(page.$isOver.get()).toBe(true);
  });
});

describe('a watched folder (rule 33.5)', () => {
  async function watch(): Promise<void> {
    const stop = page.followFolder();
    await page.startWatching();
    await page.settle();
    return void stop;
  }

  it('shows a new battle within 2 seconds, and reads nothing else', async () => {
    await watch();
    expect([page.$watching.get(), page.$lineup.get()]).toEqual(['on', null]);
    folder.put(liveFile());
    await pass(2_000);
    expect(names()).toBe(4);
    folder.put(liveFile(OTHER, 2));
    await pass(2_000);
    expect(names()).toBe(6);
    const battle = page.$lineup.get();
    await pass(20_000);
    expect(page.$lineup.get()).toBe(battle);
  });

  it('is read only while the page is visible', async () => {
    await watch();
    view.visibilityState = 'hidden';
    await pass(2_000);
    const { reads } = folder;
    folder.put(liveFile());
    await pass(60_000);
    expect(folder.reads).toBe(reads);
    view.visibilityState = 'visible';
    happen('visible');
    await page.settle();
    expect(names()).toBe(4);
  });

  it('ends the battle when the live file is gone (rule 33.4)', async () => {
    folder.put(liveFile());
    await watch();
    expect(page.$isOver.get()).toBe(false);
    folder.files.clear();
    await pass(2_000);
    expect([page.$isOver.get(), names()]).toEqual([true, 4]);
    folder.put(liveFile(OTHER, 2));
    await pass(2_000);
    expect(page.$isOver.get()).toBe(false);
  });

  it('asks again when the browser no longer lets the page read it', async () => {
    folder.put(liveFile());
    await watch();
    folder.permission = 'prompt';
    await pass(2_000);
    expect([page.$watching.get(), names()]).toEqual(['lapsed', 4]);
    folder.permission = 'granted';
    folder.put(liveFile(OTHER, 2));
    await page.startWatching();
    await page.settle();
    expect([page.$watching.get(), folder.asked, names()]).toEqual(['on', 2, 6]);
  });

  it('is forgotten when the user does not allow it again', async () => {
    await watch();
    folder.permission = 'denied';
    await pass(2_000);
    await page.startWatching();
    expect(page.$watching.get()).toBe('off');
  });

  it('is forgotten on request', async () => {
    await watch();
    page.stopWatching();
    const { reads } = folder;
    await pass(10_000);
    expect([page.$watching.get(), folder.reads]).toEqual(['off', reads]);
  });

  it('can be dropped, as can a file', async () => {
    const item = { getAsFileSystemHandle: async () => folder } as unknown as DataTransferItem;
    folder.put(liveFile());
    await page.takeDropped(file(''), item);
    await page.settle();
    expect([page.$watching.get(), names()]).toEqual(['on', 4]);
    await page.takeDropped(liveFile(OTHER), undefined);
    expect(names()).toBe(6);
  });

  it('cannot be watched in other browsers', async () => {
    vi.stubGlobal('window', new EventTarget());
    page = await loadModules();
    expect(page.$watching.get()).toBe('impossible');
  });

  describe('after the battle (rule 33.10)', () => {
    const replay = (name: string, players = 4) => new File([players === 4 ? replayFile() : 'damaged'], name);

    beforeEach(async () => {
      folder.put(liveFile());
      folder.put(replay('20260101_200000_PASB017-Montana-1945_22_tierra_del_fuego.wowsreplay'));
      await watch();
      folder.files.delete(LIVE_FILE);
    });

    it('offers the newest replay once it is of this battle, until it is declined', async () => {
      folder.put(replay('20260102_200000_PASB017-Montana-1945_22_tierra_del_fuego.wowsreplay', 0));
      folder.put(replay('temp.wowsreplay'));
      await pass(10_000);
      expect(page.$offeredReplay.get()).toBeNull();
      folder.put(replay('20260103_200000_PASB017-Montana-1945_22_tierra_del_fuego.wowsreplay'));
      await pass(2_000);
      expect(page.$offeredReplay.get()?.name).toMatch(/^20260103/);
      page.declineReplay();
      expect([page.$offeredReplay.get(), page.$replay.get()?.name]).toEqual([
        null,
        expect.stringMatching(/^20260103/),
      ]);
    });

    it('looks for it for a minute', async () => {
      folder.files.clear();
      await pass(70_000);
      folder.put(replay('20260103_200000_PASB017-Montana-1945_22_tierra_del_fuego.wowsreplay'));
      await pass(10_000);
      expect(page.$replay.get()).toBeNull();
    });
  });
});
