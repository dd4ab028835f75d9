/** The page of a battle. */
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { millisecondsInHour } from 'date-fns/constants';
import { format } from 'date-fns/format';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Battle } from 'wows-replay/encode/battle';
import { encodeStream } from 'wows-replay/encode/encode-replay';
import { CURRENT_LAYOUT } from 'wows-replay/encode/layouts';
import { makeBattle } from 'wows-replay/encode/sample-battle';
import { LIVE_FILE, STREAM_FILE } from '#lib/client/replays-folder.ts';
import { FEATURES } from '#lib/schemas/calls/features.ts';
import type { FoundByName, NamedPlayer } from '#lib/schemas/calls/lineup.ts';
import { guid, makePlayer } from '#tests/support/builders.ts';
import { createDecodingWorker } from '#tests/support/decoder-worker.ts';
import type { FakePlatform } from '#tests/support/fake-platform.ts';
import { arenaInfo, FakeFolder, liveFile } from '#tests/support/lineup-file.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { newPage } from '#tests/support/new-page.ts';
import { replayFile } from '#tests/support/replay-file.ts';
import { makeToken } from '#tests/support/token.ts';

const USER = { id: 500_100_001, username: 'Invented_Captain_0' };
const OTHERS = [
  { name: 'North America', href: 'https://na.example/battle' },
  { name: 'CIS', href: 'https://ru.example/battle' },
  { name: 'Asia', href: 'https://asia.example/battle' },
];
const BY_NAMES = 'POST /api/Player/by-names';

const found = (index: number, more: Partial<FoundByName> = {}): FoundByName => ({
  name: `Invented_Captain_${index}`,
  id: 500_100_001 + index,
  clan: { id: 5, tag: 'WAVES', name: 'Rolling Waves', leagueColor: 0 },
  siteKarma: 30 + index,
  gameKarma: 100,
  performance: 4,
  teamplay: -2,
  courtesy: 0,
  posts: 7,
  ribbon: '+0-',
  ...more,
});
/** The user, two enemies and an ally who opted out or is unknown. */
const PLAYERS: NamedPlayer[] = [
  found(0),
  found(1),
  { name: 'Invented_Captain_2' },
  found(3, { ownPost: { id: guid(9), createdAt: '2026-11-02T10:00:00Z' } }),
];

const loadModules = () =>
  newPage(() => [
    import('#islands/lineup/LineupPage.tsx'),
    import('#islands/post-editor/PostDialogs.tsx'),
    import('#lib/stores/session/session.ts'),
    import('#lib/stores/lineup/folder.ts'),
  ]);
let modules: Awaited<ReturnType<typeof loadModules>>;
let platform: FakePlatform;
let bodies: unknown[];
/** The players that the API knows; null while it fails. */
let players: NamedPlayer[] | null;

async function open(user: typeof USER | undefined = USER): Promise<void> {
  platform = modules.fakePlatform('/battle', {
    user,
    createWorker: createDecodingWorker,
    sessionStorage: storageOf(new Map()),
  });
  const { runtime, setRuntime } = await import('#lib/runtime.ts');
  const { fetch } = runtime;
  bodies = [];
  setRuntime({
    fetch: (url, init) => {
      if (init.body) bodies.push(JSON.parse(String(init.body)));
      const { pathname, search } = new URL(url);
      if (pathname === '/api/Ships')
        platform.answer(`GET ${pathname}${search}`, [{ id: 4_100_000_000, name: 'Montana', tier: 10 }]);
      // Its rows are in the order of the request.
      if (init.body && players !== null) platform.answer(BY_NAMES, answersTo(bodies.at(-1) as Body));
      return fetch(url, init);
    },
  });
  await act(async () => {
    render(
      <>
        <main tabIndex={-1}>
          <modules.LineupPage region="Europe" others={OTHERS} />
        </main>
        <modules.PostDialogs ofFrame />
      </>,
    );
  });
  await act(modules.settle);
}

const choose = async (file: File = liveFile()): Promise<void> => {
  await userEvent.upload(screen.getByLabelText(/tempArenaInfo/), file);
  await act(modules.settle);
};
const team = (name: string) => screen.getByRole('list', { name });
const row = (index: number) => screen.getByText(`Invented_Captain_${index}`).closest('li') as HTMLElement;
interface Body {
  names?: string[];
  accounts?: { id: number; name: string }[];
}
/** The rows of names, then those of accounts. */
const answersTo = ({ names = [], accounts = [] }: Body) => [
  ...names.map((name) => players?.find((player) => player.name === name) ?? { name }),
  ...accounts.map(
    ({ id, name }) => players?.find((player) => 'id' in player && player.id === id) ?? { name },
  ),
];
/** The players whose names were sent, by their numbers, one list for each request. */
const sent = () =>
  (bodies as { names: string[] }[]).map(({ names }) =>
    names.map((name) => Number(name.slice(-1))).toSorted(),
  );
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

async function endBattle(): Promise<void> {
  await press('The battle is over');
  await press('It is over');
  await act(modules.settle);
}

/** Opens the page and watches a folder with these files. */
async function watch(...files: File[]): Promise<FakeFolder> {
  const folder = new FakeFolder();
  for (const one of files) folder.put(one);
  Object.assign(window, { showDirectoryPicker: async () => folder });
  modules = await loadModules();
  await open();
  await press('Watch the replays folder');
  return folder;
}
/** Looks at the folder again, as after each 2 seconds. */
const look = () =>
  act(async () => {
    platform.happen('visible');
    await modules.settle();
  });

beforeEach(async () => {
  players = PLAYERS;
  modules = await loadModules();
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(window, 'showDirectoryPicker');
});

const WAITING = 'Waiting for the replay of this battle.';
const streamOf = (battle: Battle) =>
  new File([Uint8Array.from(encodeStream(battle, CURRENT_LAYOUT))], STREAM_FILE);
/** The replay of the battle that `liveFile` starts, as the game would name it for a battle that many hours ago. */
function replayAt(hours: number): File {
  const lastModified = Date.now() - hours * millisecondsInHour;
  const start = format(lastModified, 'yyyyMMdd_HHmmss');
  const name = `${start}_PASB017-Montana-1945_22_tierra_del_fuego.wowsreplay`;
  return new File([replayFile()], name, { lastModified });
}

const AUTH = 'HEAD /api/Auth';
const file = () => screen.queryByLabelText(/tempArenaInfo/);

it('sends visitors to the page that asks them to sign in (rule 33.1)', async () => {
  const replace = vi.fn();
  platform = modules.fakePlatform('/battle', { replace });
  await act(async () => render(<modules.LineupPage region="Europe" others={OTHERS} />));
  await waitFor(() => expect(replace.mock.calls).toEqual([['/unauthorized?redirectUri=%2Fbattle']]));
  expect(file()).toBeNull();
});

it('offers a retry while the session cannot be checked, and opens after it (rule 3.3)', async () => {
  modules.catchWarnings();
  platform = modules.fakePlatform('/battle', { user: USER, sessionStorage: storageOf(new Map()) });
  platform.answer(AUTH, undefined, { status: 503 });
  await act(async () => render(<modules.LineupPage region="Europe" others={OTHERS} />));
  expect(await screen.findByText('Couldn’t check your sign-in.')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByText('Couldn’t check your sign-in.')).toBeTruthy();
  platform.answer(AUTH);
  await press('Try again');
  await waitFor(() => expect(file()).not.toBeNull());
});

it('keeps the rows and their numbers when the session ends (rule 33.1)', async () => {
  await open();
  await choose();
  const before = team('Your team').textContent;
  act(modules.endSession);
  await act(modules.settle);
  expect(team('Your team').textContent).toBe(before);
  expect(file()).not.toBeNull();
});

it('says so in front of an API that finds no names (rule 33.1)', async () => {
  platform = modules.fakePlatform('/battle', { user: USER, sessionStorage: storageOf(new Map()) });
  platform.answer('GET /api/features', { features: FEATURES.filter((name) => name !== 'companion') });
  await act(async () => render(<modules.LineupPage region="Europe" others={OTHERS} />));
  expect(await screen.findByText('Players can’t be looked up by their names here.')).toBeTruthy();
});

describe('a chosen file', () => {
  it('sends the names of the own team, and shows who is found (rule 33.3)', async () => {
    await open();
    await choose(liveFile(arenaInfo(makeBattle({ players: 4, bots: 2 }))));
    expect(sent()).toEqual([[0, 2]]);
    expect(row(0).textContent).toMatch(
      /Invented_Captain_0 You\[WAVES\].*Total karma: \+130.*Performance \+4Teamplay −2Courtesy 0.*7 posts/,
    );
    expect(within(row(0)).getByRole('img', { name: /^Recent posts:/ })).toBeTruthy();
    expect(row(2).textContent).not.toMatch(/karma|Performance|posts/);
    expect(within(row(2)).queryByRole('link')).toBeNull();
    expect(within(team('Your team')).getAllByRole('listitem')[0]).toBe(row(0));
    expect(screen.getAllByText('1 bot')).toHaveLength(2);
  });

  it('shows the numbers of enemies after the battle only (rules 33.3 and 33.4)', async () => {
    await open();
    await choose();
    expect(team('Other team').textContent).not.toMatch(/Total karma|Performance|You rated/);
    await endBattle();
    expect(document.activeElement?.textContent).toMatch(/^Tierra del Fuego/);
    expect(sent()).toEqual([
      [0, 2],
      [1, 3],
    ]);
    expect(row(1).textContent).toMatch(/Total karma: \+131/);
    const own = within(row(3)).getByRole('link', { name: /^You rated on .*2026$/ });
    expect(own.getAttribute('href')).toBe(`/posts/${guid(9)}`);
  });

  it('starts without the question and the enemies of the battle before (rule 33.4)', async () => {
    const at = (time: string) => liveFile(arenaInfo(undefined, { dateTime: `01.02.2025 ${time}` }));
    await open();
    await choose();
    await press('The battle is over');
    await choose(at('21:00:00'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await endBattle();
    expect(within(row(1)).getByRole('link')).toBeTruthy();
    await choose(at('22:00:00'));
    expect(within(row(0)).getByRole('link')).toBeTruthy();
    expect(within(row(1)).queryByRole('link')).toBeNull();
  });

  it('hides names for pictures of the screen (rule 33.12)', async () => {
    await open();
    await choose();
    await press('Hide names');
    expect(team('Your team').textContent).not.toMatch(/Invented_Captain|WAVES/);
    expect(team('Your team').textContent).toMatch(/Player 1 You.*Total karma: \+130/);
    await press('Hide names');
    expect(row(0)).toBeTruthy();
  });

  it('names the players that cannot be looked up (rule 33.3)', async () => {
    const battle = makeBattle({ players: 4 });
    Object.assign(battle.participants[2] ?? {}, { name: '瀞忧°°' });
    await open();
    await choose(liveFile(arenaInfo(battle)));
    expect(screen.getByText('瀞忧°°').closest('li')?.textContent).toMatch(/can’t be looked up$/);
  });

  it('is looked up once as a replay, and asks for the region if few are found (rule 33.9)', async () => {
    await open();
    players = [found(0)];
    await choose(new File([replayFile()], 'a.wowsreplay'));
    expect(sent()).toEqual([[0, 1, 2, 3]]);
    expect(screen.getByText('Was this battle on the Europe server?')).toBeTruthy();
    expect(screen.getByText(/Only 1 of 4 names/).textContent).toMatch(/North America, CIS or Asia\./);
    expect(screen.getByRole('link', { name: 'Asia' }).getAttribute('href')).toBe(
      'https://asia.example/battle',
    );
  });

  it('says how many names the publisher was not asked about, and asks again (rule 33.8)', async () => {
    await open();
    players = [
      found(0),
      ...[1, 2, 3].map((index) => ({ name: `Invented_Captain_${index}`, unchecked: true })),
    ];
    await choose(new File([replayFile()], 'a.wowsreplay'));
    expect(screen.getByText(/couldn’t be asked about 3 names/)).toBeTruthy();
    expect(screen.queryByText(/Was this battle/)).toBeNull();
    players = PLAYERS;
    await press('Try again');
    expect(await within(row(2)).findByText('Invented_Captain_2')).toBeTruthy();
    expect(screen.queryByText(/couldn’t be asked/)).toBeNull();
  });

  it('keeps its rows when the names cannot be looked up (rule 33.8)', async () => {
    await open();
    players = null;
    platform.answer(BY_NAMES, { title: 'The publisher is closed.' }, { status: 503 });
    await choose();
    expect(await screen.findByText('The publisher is closed.')).toBeTruthy();
    expect(row(3)).toBeTruthy();
    players = PLAYERS;
    await press('Try again');
    await waitFor(() => expect(row(0).textContent).toMatch(/\+130/));
  });

  it('says when it goes on after too many look-ups (rule 33.8)', async () => {
    await open();
    const until = new Date(Date.now() + 60_000).toISOString();
    players = null;
    platform.answer(BY_NAMES, { detail: 'Try again in 1 s.', until }, { status: 429 });
    await choose();
    expect(screen.getByText('The players are looked up a little later.')).toBeTruthy();
    expect(screen.queryByText(/Was this battle|Try again/)).toBeNull();
  });

  it.each(['was ended here', 'the API no longer knows', 'was renewed in another tab'])(
    'is looked up once the session that %s is back, for which a link signs in (rule 33.8)',
    async (how) => {
      await open();
      players = null;
      platform.answer(BY_NAMES, undefined, { status: 401 });
      if (how === 'was ended here') act(modules.endSession);
      if (how === 'the API no longer knows') platform.answer(AUTH, undefined, { status: 401 });
      await choose();
      const link = screen.queryByRole('link', { name: 'Sign in' })?.getAttribute('href');
      expect(link).toEqual(
        how === 'was renewed in another tab' ? undefined : expect.stringMatching(/^\/login/),
      );
      players = PLAYERS;
      platform.answer(AUTH);
      const { setRuntime } = await import('#lib/runtime.ts');
      setRuntime({
        readCookies: () => `Auth_EU=${makeToken({ ...USER, exp: Math.floor(Date.now() / 1000) + 7_200 })}`,
      });
      await act(modules.reloadSession);
      await waitFor(() => expect(row(0).textContent).toMatch(/\+130/));
      expect(screen.queryByText(/signed (out|in)/)).toBeNull();
    },
  );

  it('is the live file when it is dropped with others, which a sentence names', async () => {
    await open();
    const files = [new File([replayFile()], 'a.wowsreplay'), liveFile()];
    fireEvent.drop(file() as HTMLElement, { dataTransfer: { types: ['Files'], files, items: [] } });
    await act(modules.settle);
    expect(team('Other team').textContent).not.toMatch(/Total karma/);
    expect(screen.getByRole('alert').textContent).toBe(
      'Only tempArenaInfo.json was used. Drop one file or folder at a time.',
    );
  });
});

describe('after the battle (rule 33.10)', () => {
  const answerEditor = (): void => {
    const enemy = { id: 500_100_004, username: 'Invented_Captain_3' };
    platform.answer(`GET /api/Post/${USER.id}/sent?page=1&pageSize=20&hasReplay=true`, []);
    platform.answer(`GET /api/Player/${enemy.id}?includeClanInfo=true`, makePlayer(enemy));
    platform.answer(`GET /api/Player/${USER.id}?includeClanInfo=true`, makePlayer(USER));
    platform.answer(`GET /api/Post/cooldown?playerId=${enemy.id}`, { until: null, postsLeft: 9 });
  };

  it('"Rate" asks for the replay and goes on to that player', async () => {
    await open();
    answerEditor();
    await choose();
    expect(screen.queryByRole('button', { name: /^Rate/ })).toBeNull();
    await endBattle();
    expect(within(row(0)).queryByRole('button')).toBeNull();
    await press('Rate Invented_Captain_3');
    const dialog = await screen.findByRole('dialog', { name: 'Write a post about Invented_Captain_3' });
    await userEvent.upload(
      within(dialog).getByLabelText(/^Replay of the battle/),
      new File([replayFile()], 'a.wowsreplay'),
    );
    expect(await screen.findByRole('dialog', { name: 'New post about Invented_Captain_3' })).toBeTruthy();
  });

  it('players are looked up by account where the game writes down their ids (rule 33.3)', async () => {
    const battle = makeBattle({ players: 4 });
    for (const index of [0, 2]) Object.assign(battle.participants[index] ?? {}, { division: 70_000 });
    players = [found(0), found(2, { name: 'Renamed_Captain' })];
    await watch(liveFile(arenaInfo(battle)), streamOf(battle));
    await waitFor(() => expect(row(0).textContent).toMatch(/division 1.*Total karma/));
    expect(bodies).toEqual([
      {
        accounts: [0, 2].map((index) => ({ id: 500_100_001 + index, name: `Invented_Captain_${index}` })),
      },
    ]);
    expect(within(team('Your team')).getByRole('link', { name: 'Renamed_Captain' })).toBeTruthy();
    expect(team('Other team').textContent).not.toMatch(/division/);
  });

  it('players not found by name are looked up by account once the game has written down their ids (rule 33.3)', async () => {
    const battle = makeBattle({ players: 4 });
    players = [found(0), found(2, { name: 'Renamed_Captain' })];
    const folder = await watch(liveFile(arenaInfo(battle)));
    await waitFor(() => expect(row(0).textContent).toMatch(/Total karma/));
    folder.put(streamOf(battle));
    platform.hold(BY_NAMES);
    await look();
    await waitFor(() =>
      expect(bodies.at(-1)).toEqual({ accounts: [{ id: 500_100_003, name: 'Invented_Captain_2' }] }),
    );
    // What was found stays meanwhile.
    expect(row(0).textContent).toMatch(/Total karma/);
  });

  describe('in the watched folder', () => {
    let folder: FakeFolder;
    beforeEach(async () => {
      folder = await watch(liveFile());
      answerEditor();
      expect((await screen.findByText(/^Battle on Tierra del Fuego with 4 ships/)).getAttribute('role')).toBe(
        'status',
      );
      folder.files.delete(LIVE_FILE);
    });

    it('the replay is awaited', async () => {
      await look();
      expect(screen.queryByText(WAITING)).toBeNull();
      await look();
      expect(screen.getByText(WAITING)).toBeTruthy();
    });

    it('the replay is offered and used', async () => {
      folder.put(replayAt(0));
      for (const _ of ['over', 'found', 'whole']) await look();
      expect(screen.queryByText(WAITING)).toBeNull();
      await press('Not now');
      expect(screen.queryByText('The replay of this battle is ready.')).toBeNull();
      expect(document.activeElement).toBe(screen.getByRole('main'));
      await press('Rate Invented_Captain_3');
      expect(await screen.findByRole('dialog', { name: 'New post about Invented_Captain_3' })).toBeTruthy();
    });
  });
});

it('a new battle is announced, and moves the focus from the rows before it to its heading', async () => {
  const now = Date.now();
  const folder = await watch(liveFile(arenaInfo(), now));
  const announced = () => screen.getByText(/^Battle on Tierra del Fuego with 4 ships/).textContent;
  const before = announced();
  await waitFor(() => within(row(0)).getByRole('link').focus());
  folder.put(liveFile(arenaInfo(undefined, { dateTime: '01.02.2025 21:00:00' }), now + 1));
  await look();
  expect(document.activeElement?.textContent).toMatch(/^Tierra del Fuego.*9:00\sPM$/);
  expect(announced()).not.toBe(before);
});

it('lists the replays of the last 12 hours, each of which shows its battle', async () => {
  const folder = await watch(replayAt(13));
  expect(screen.queryByText('Tonight')).toBeNull();
  folder.put(replayAt(11));
  await look();
  expect(within(screen.getByRole('list', { name: 'Tonight' })).getAllByRole('button')).toHaveLength(1);
  await press(/Montana · Tierra del Fuego$/);
  await waitFor(() => expect(row(1).textContent).toMatch(/Total karma/));
});
