/** Reading the game's file of a battle, and watching its folder. */

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeBattle } from 'wows-replay/encode/sample-battle';
import { LIVE_FILE } from '#lib/client/replays-folder.ts';
import { arenaInfo, FakeFolder, liveFile } from '#tests/support/lineup-file.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { newPage } from '#tests/support/new-page.ts';
import { replayFile } from '#tests/support/replay-file.ts';
import { makeToken } from '#tests/support/token.ts';

const loadModules = () =>
  newPage(() => [
    import('#lib/stores/lineup/folder.ts'),
    import('#lib/stores/lineup/lineup.ts'),
    import('#lib/stores/posts/post-dialog.ts'),
    import('#lib/stores/session/session-watch.ts'),
    import('#lib/runtime.ts'),
  ]);
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
  ({ happen } = page.fakePlatform('/battle', { sessionStorage: storageOf(new Map()) }));
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('a chosen file (rule 33.6)', () => {
  it.each([
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

  it('may be over once it is older than any battle, and is over if it is a replay (rule 33.4)', async () => {
    const ends = () => [page.$mayEnd.get(), page.$isOver.get()];
    await show(async () => liveFile());
    expect(ends()).toEqual([true, false]);
    await show(async () => liveFile(OTHER, Date.now()));
    expect(ends()).toEqual([false, false]);
    await show(async () => file(replayFile(), 'battle.wowsreplay'));
    expect(page.$isOver.get()).toBe(true);
  });
});

const nameAt = (day: number) => `202501${day}_200000_PASB017-Montana-1945_22_tierra_del_fuego.wowsreplay`;

it('repeats look-ups that were too many when the API allows it, and never at once (rule 33.14)', async () => {
  const platform = page.fakePlatform('/battle', { user: { id: 1, username: 'Aurora' } });
  const until = new Date(Date.now() - 90_000).toISOString();
  platform.answer('POST /api/Player/by-names', { detail: 'Too many.', until }, { status: 429 });
  const stop = page.$lookUpError.subscribe(() => {});
  await show(async () => liveFile());
  const sent = () => platform.requests.filter((request) => request.endsWith('by-names')).length;
  const before = sent();
  await pass(3_000);
  expect([before, sent()]).toEqual([1, 1]);
  await pass(3_000);
  expect(sent()).toBe(2);
  stop();
});

it('keeps its rows when a look-up by later ids is refused, and repeats it (rule 33.14)', async () => {
  const platform = page.fakePlatform('/battle', { user: { id: 1, username: 'Aurora' } });
  const BY_NAMES = 'POST /api/Player/by-names';
  platform.answer(BY_NAMES, [{ name: 'Invented_Captain_0', unchecked: true }, { name: 'Renamed' }]);
  const stops = [page.$found.subscribe(() => {}), page.$lookUpError.subscribe(() => {})];
  await show(async () => liveFile());
  const until = new Date(Date.now() + 10_000).toISOString();
  platform.answer(BY_NAMES, { detail: 'Too many.', until }, { status: 429 });
  const account = { name: 'Invented_Captain_2', accountId: 500_100_003, clanTag: '', division: null };
  page.$accounts.set(new Map([[account.name, account]]));
  await page.settle();
  const shown = () => [page.$found.get().size, page.allowedAt(page.$lookUpError.get())];
  expect(shown()).toEqual([2, until]);
  platform.answer(BY_NAMES, { title: 'Closed.' }, { status: 503 });
  await pass(10_000);
  expect(shown()).toEqual([2, null]);
  expect(page.$lookUpError.get()).not.toBeNull();
  platform.answer(BY_NAMES, [{ name: 'Invented_Captain_0' }, { name: 'Invented_Captain_2' }]);
  page.retryNames();
  expect(page.$found.get().size).toBe(2);
  await page.settle();
  expect([...page.$found.get().values(), page.$lookUpError.get()]).toEqual([
    { name: 'Invented_Captain_0' },
    { name: 'Invented_Captain_2' },
    null,
  ]);
  for (const stop of stops) stop();
});

it('looks up the players again for another account that signs in', async () => {
  const platform = page.fakePlatform('/battle', { user: { id: 1, username: 'Aurora' } });
  platform.answer('POST /api/Player/by-names', [{ name: 'Invented_Captain_0' }]);
  const stop = page.$found.subscribe(() => {});
  await show(async () => liveFile());
  expect(page.$found.get().size).toBe(1);
  const switchTo = (id: number) =>
    page.setRuntime({ readCookies: () => `Auth_EU=${makeToken({ id, username: 'Borodino' })}` });
  const notice = async () => {
    page.checkCookie();
    expect(page.$found.get().size).toBe(0);
    await page.settle();
    expect([...page.$found.get().values()]).toEqual([{ name: 'Invented_Captain_0', unchecked: true }]);
  };
  platform.answer('POST /api/Player/by-names', [{ name: 'Invented_Captain_0', unchecked: true }]);
  for (const id of [2, 3]) {
    switchTo(id);
    await notice();
  }
  // Also when another account got the rows before the page noticed it.
  switchTo(4);
  page.retryNames();
  await page.settle();
  switchTo(3);
  await notice();
  stop();
});

describe('a watched folder (rule 33.5)', () => {
  async function watch(): Promise<void> {
    page.folderWatch.follow();
    await page.folderWatch.start();
    await page.settle();
  }
  const drop = (files: File[], ...items: DataTransferItem[]) =>
    page.folderWatch.drop({ files, items } as unknown as DataTransfer);
  const state = () => page.folderWatch.$state.get();
  const offered = () => page.folderWatch.$isOffered.get();
  const replayName = async () => (await page.$replay.get()?.())?.name;
  /** A replay of the battle that `liveFile` starts, or with `bytes` another file of that name. */
  const replay = (day: number, bytes: BlobPart = replayFile(), age = 0) =>
    new File([bytes], nameAt(day), { lastModified: Date.now() - age });

  it('shows a new battle within 2 seconds, and reads nothing else', async () => {
    await watch();
    expect([state(), page.$lineup.get()]).toEqual(['on', null]);
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
    await pass(4_000);
    expect([page.$isOver.get(), names()]).toEqual([true, 4]);
    folder.put(liveFile(OTHER, 2));
    await pass(2_000);
    expect(page.$isOver.get()).toBe(false);
  });

  it.each([
    [
      'the folder is missing for a while',
      async () => {
        folder.isGone = true;
        await pass(10_000);
        folder.isGone = false;
      },
    ],
    [
      'the folder of its version is missing',
      async () => {
        const version = new FakeFolder('15.5.0');
        version.put(liveFile());
        folder.files.clear();
        folder.folders.set(version.name, version);
        await pass(4_000);
        version.isGone = true;
        folder.folders.clear();
      },
    ],
    [
      'the file is replaced',
      async () => {
        folder.files.clear();
        await pass(2_000);
        folder.put(liveFile());
      },
    ],
    [
      'another file was chosen',
      async () => {
        await page.showLineup(async () => liveFile(OTHER, 3));
        folder.files.clear();
      },
    ],
    [
      'another file was chosen while the live file was being read',
      async () => {
        folder.put(liveFile(arenaInfo().slice(0, 100), 2));
        await pass(2_000);
        await page.showLineup(async () => liveFile(OTHER, 3));
        folder.files.clear();
      },
    ],
  ])('does not end the battle on the screen when %s (rule 33.4)', async (_, happens) => {
    folder.put(liveFile());
    await watch();
    await happens();
    await pass(10_000);
    expect(page.$isOver.get()).toBe(false);
  });

  it('finds the folder of a new version of the game (rule 33.5)', async () => {
    await watch();
    await pass(70_000);
    folder.folders.set('15.5.0', new FakeFolder('15.5.0'));
    folder.folders.get('15.5.0')?.put(liveFile());
    await pass(32_000);
    expect(names()).toBe(4);
  });

  it('has no problem when the live file is emptied before it is removed', async () => {
    const onProblem = vi.fn();
    folder.put(liveFile());
    await watch();
    const stop = page.$problem.listen(onProblem);
    folder.put(liveFile('', 2));
    await pass(3_000);
    folder.files.clear();
    await pass(6_000);
    expect([onProblem.mock.calls, page.$isOver.get()]).toEqual([[], true]);
    stop();
  });

  it('drops the problem of a live file with the file, which the game touches before it removes it', async () => {
    folder.put(liveFile());
    await watch();
    folder.put(liveFile(arenaInfo().slice(0, 100), 2));
    await pass(8_000);
    expect([page.$problem.get(), page.$isReading.get()]).toEqual([
      expect.stringMatching(/incomplete/),
      false,
    ]);
    folder.files.clear();
    await pass(4_000);
    expect([page.$problem.get(), page.$isOver.get(), names()]).toEqual([null, true, 4]);
  });

  it('reads a live file again that it could not read, until it can', async () => {
    await watch();
    folder.put(liveFile(arenaInfo().slice(0, 100)));
    await pass(10_000);
    expect([names(), page.$problem.get()]).toEqual([undefined, expect.stringMatching(/incomplete/)]);
    // Written on without a new time.
    folder.put(liveFile());
    await pass(2_000);
    expect([names(), page.$problem.get()]).toEqual([4, null]);
  });

  it.each([500, 8_000])('is superseded by a file that is chosen %i ms after a half one', async (ms) => {
    await watch();
    folder.put(liveFile(arenaInfo().slice(0, 100)));
    await pass(2_000 + ms);
    await page.showLineup(async () => liveFile(OTHER, 3));
    await pass(10_000);
    expect([names(), page.$problem.get(), page.$isReading.get()]).toEqual([6, null, false]);
    // Written on without a new time, then with one.
    folder.put(liveFile());
    await pass(10_000);
    expect(names()).toBe(6);
    folder.put(liveFile(arenaInfo(), 2));
    await pass(2_000);
    expect(names()).toBe(4);
  });

  it('keeps the problem of a chosen file when the live file is gone', async () => {
    folder.put(liveFile());
    await watch();
    await page.showLineup(async () => file('Dear Diary'));
    folder.files.clear();
    await pass(4_000);
    expect([page.$isOver.get(), page.$problem.get()]).toEqual([true, expect.stringMatching(/neither/)]);
  });

  it('drops the problem of a half live file when the user stops watching', async () => {
    await watch();
    folder.put(liveFile(arenaInfo().slice(0, 100)));
    await pass(2_500);
    page.folderWatch.stop();
    await pass(8_000);
    expect([page.$problem.get(), page.$isReading.get()]).toEqual([null, false]);
  });

  it('shows no battle that is read slowly when the user stops watching meanwhile', async () => {
    await watch();
    vi.spyOn(folder, 'getFileHandle').mockImplementation(async () => {
      await new Promise((done) => setTimeout(done, 1_000));
      return { getFile: async () => liveFile() };
    });
    await pass(2_500);
    page.folderWatch.stop();
    await pass(5_000);
    expect(page.$lineup.get()).toBeNull();
  });

  it.each([0, 500])('shows the running battle again when it is watched again after %i ms', async (ms) => {
    const platform = page.fakePlatform('/battle', { user: { id: 1, username: 'Aurora' } });
    platform.answer('POST /api/Player/by-names', [{ name: 'Invented_Captain_0' }]);
    const stop = page.$found.subscribe(() => {});
    folder.put(liveFile());
    await watch();
    page.folderWatch.stop();
    await pass(ms);
    await page.folderWatch.start();
    await pass(10_000);
    const sent = platform.requests.filter((request) => request.endsWith('by-names'));
    expect([state(), names(), page.$isOver.get(), sent.length]).toEqual(['on', 4, false, 1]);
    expect(page.$found.get().size).toBe(1);
    folder.files.clear();
    await pass(4_000);
    expect(page.$isOver.get()).toBe(true);
    stop();
  });

  it.each(['chosen', 'dropped'])('ends with its running battle when another is %s', async (how) => {
    folder.put(liveFile());
    await watch();
    folder = new FakeFolder();
    if (how === 'dropped') await drop([file('', 'replays')], folder.item);
    else {
      page.folderWatch.stop();
      await page.folderWatch.start();
    }
    expect([state(), names()]).toEqual(['on', undefined]);
  });

  it('asks again when the browser no longer lets the page read it, and goes on', async () => {
    folder.put(liveFile());
    await watch();
    folder.permission = 'prompt';
    await pass(2_000);
    expect([state(), names()]).toEqual(['lapsed', 4]);
    folder.permission = 'granted';
    folder.files.clear();
    await page.folderWatch.start();
    await pass(4_000);
    expect([state(), folder.asked, page.$isOver.get()]).toEqual(['on', 2, true]);
  });

  it('is forgotten when the user does not allow it again, and on request', async () => {
    await watch();
    folder.permission = 'denied';
    await pass(2_000);
    await page.folderWatch.start();
    expect(state()).toBe('off');
    folder.permission = 'granted';
    await watch();
    page.folderWatch.stop();
    const { reads } = folder;
    await pass(10_000);
    expect([state(), folder.reads]).toEqual(['off', reads]);
  });

  it('is missing once it is renamed, and found again', async () => {
    await watch();
    folder.isGone = true;
    await pass(70_000);
    expect(state()).toBe('missing');
    folder.isGone = false;
    await pass(2_000);
    expect(state()).toBe('on');
  });

  it('offers to drop it when the browser hands none over by choice', async () => {
    const refuse = () => Promise.reject(new DOMException('Contains system files.', 'AbortError'));
    Object.assign(window, { showDirectoryPicker: refuse });
    await watch();
    expect(state()).toBe('refused');
  });

  it('can be dropped, and is to be dropped again after a reload', async () => {
    await drop([file('', 'replays')], folder.item);
    expect([state(), page.$lineup.get()]).toEqual(['on', null]);
    folder.put(liveFile());
    await pass(2_000);
    expect(names()).toBe(4);
    folder.put(liveFile(OTHER, 2));
    await pass(2_000);
    expect(names()).toBe(6);
    folder.files.clear();
    folder.put(replay(10));
    await pass(4_000);
    expect(page.$isOver.get()).toBe(true);
    expect(page.folderWatch.$replays.get()?.map(({ name }) => name)).toEqual([nameAt(10)]);
    expect(new page.FolderWatch().$state.get()).toBe('forgotten');
    page.folderWatch.stop();
    expect(new page.FolderWatch().$state.get()).toBe('off');
  });

  it('is watched when it is dropped among files', async () => {
    page.$problem.set('This is neither tempArenaInfo.json nor a replay.');
    folder.put(liveFile());
    await drop(
      [file('', 'replays'), liveFile(OTHER)],
      { webkitGetAsEntry: () => null } as never,
      folder.item,
    );
    expect([state(), names(), page.$problem.get()]).toEqual([
      'on',
      4,
      'Only the folder was used. Drop one file or folder at a time.',
    ]);
  });

  it('of which files are dropped shows one, of several replays the newest', async () => {
    await drop([liveFile(OTHER)]);
    expect([names(), state(), page.$problem.get()]).toEqual([6, 'off', null]);
    await drop([replay(10, 'old'), replay(12), replay(11, 'old')]);
    expect([names(), page.$problem.get()]).toEqual([
      4,
      expect.stringMatching(/^Only 20250112_\S+ was used\./),
    ]);
    folder.put(liveFile(OTHER));
    await watch();
    expect([names(), page.$problem.get()]).toEqual([6, null]);
  });

  it('cannot be watched in other browsers, which say so when it is dropped', async () => {
    vi.stubGlobal('window', new EventTarget());
    page = await loadModules();
    expect(page.folderWatch.$state.get()).toBe('impossible');
    await drop([file('', 'replays')], folder.item);
    expect(page.$problem.get()).toMatch(/^This browser can’t watch a folder/);
    await drop([file('', 'replays'), liveFile()], folder.item);
    expect([names(), page.$problem.get()]).toEqual([
      4,
      expect.stringMatching(/^Only tempArenaInfo.json was/),
    ]);
  });

  it('may keep the files of each version of the game in a folder', async () => {
    for (const version of ['15.9.0', '15.10.0', 'mods']) folder.folders.set(version, new FakeFolder(version));
    folder.folders.get('15.9.0')?.put(replay(10));
    folder.folders.get('15.10.0')?.put(liveFile());
    folder.folders.get('mods')?.put(replay(12));
    await watch();
    expect([names(), page.$isOver.get()]).toEqual([4, false]);
    expect(page.folderWatch.$replays.get()?.map(({ name }) => name)).toEqual([nameAt(10)]);
    folder.folders.get('15.10.0')?.files.clear();
    await pass(4_000);
    expect(page.$isOver.get()).toBe(true);
  });

  describe('after the battle (rule 33.10)', () => {
    beforeEach(async () => {
      folder.put(liveFile());
      folder.put(replay(10, replayFile(), 3_600_000));
      await watch();
      folder.files.delete(LIVE_FILE);
    });

    it('offers the newest replay once it is of this battle, until it is declined', async () => {
      folder.put(new File(['damaged'], 'temp.wowsreplay'));
      folder.put(replay(11, replayFile(500_000_001, { accountId: 500_000_002, name: 'Another' })));
      await pass(10_000);
      expect([offered(), page.$replay.get()]).toEqual([false, null]);
      folder.put(replay(12));
      await pass(4_000);
      expect([offered(), await replayName()]).toEqual([true, nameAt(12)]);
      page.folderWatch.decline();
      expect([offered(), await replayName()]).toEqual([false, nameAt(12)]);
    });

    it('waits for a replay that grows, and opens it again to rate', async () => {
      folder.put(replay(12, ''));
      await pass(20_000);
      for (const length of [300, 600, 900]) {
        folder.put(replay(12, replayFile().subarray(0, length) as BlobPart));
        await pass(2_000);
        expect(offered()).toBe(false);
      }
      await pass(2_000);
      expect(offered()).toBe(true);
      folder.put(replay(12));
      await page.rate('Invented_Captain_3');
      expect(page.$postDialog.get()).toMatchObject({ kind: 'write', about: 'Invented_Captain_3' });
      const { replay: chosen } = page.$postDialog.get() as { replay: File };
      expect(chosen.size).toBe(replayFile().length);
    });

    it('offers a replay that the user opened before, and not with another battle', async () => {
      folder.put(replay(12));
      await pass(2_000);
      const [listed] = page.folderWatch.$replays.get() ?? [];
      await page.showLineup(async () => (await listed?.open()) ?? null);
      await pass(6_000);
      expect([offered(), await replayName()]).toEqual([true, nameAt(12)]);
      await page.showLineup(async () => liveFile(OTHER));
      expect(offered()).toBe(false);
    });

    it('lets the user choose the replay when it is gone', async () => {
      folder.put(replay(12));
      await pass(6_000);
      folder.files.clear();
      await page.rate();
      expect(page.$postDialog.get()).toEqual({ kind: 'write', replay: null, about: undefined });
    });

    it.each([
      ['when the page comes to the front', 6_000, () => happen('visible')],
      ['within 30 seconds', 24_000, () => {}],
    ])('looks for it for a minute, and finds a later one %s', async (_, ms, happens) => {
      folder.files.clear();
      await pass(70_000);
      folder.put(replay(12));
      await pass(10_000);
      expect(page.$replay.get()).toBeNull();
      happens();
      await pass(ms);
      expect(offered()).toBe(true);
    });
  });

  describe('without a live file (rule 33.11)', () => {
    it.each([
      ['of the last 30 minutes is shown as a battle that is over', 29, 4],
      ['that is older is listed only', 31, undefined],
    ])('the newest replay %s', async (_, minutes, ships) => {
      folder.put(replay(10, replayFile(), minutes * 60_000));
      folder.put(replay(11, replayFile(), minutes * 60_000));
      await watch();
      await pass(4_000);
      expect([names(), page.$isOver.get(), offered()]).toEqual([ships, ships !== undefined, false]);
      expect(page.folderWatch.$replays.get()).toHaveLength(2);
    });

    it('a battle that went by while the page was hidden replaces the one before', async () => {
      folder.put(liveFile(arenaInfo(makeBattle({ players: 6 }), { dateTime: '01.02.2025 19:00:00' })));
      await watch();
      expect(names()).toBe(6);
      view.visibilityState = 'hidden';
      await pass(2_000);
      folder.files.clear();
      folder.put(replay(12));
      view.visibilityState = 'visible';
      happen('visible');
      await pass(6_000);
      expect([names(), await replayName(), offered()]).toEqual([4, nameAt(12), true]);
    });
  });
});
