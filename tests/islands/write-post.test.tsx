/** A post that starts with a replay. */
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProfileFlags } from '#lib/schemas/profile.ts';
import { guid, makeFlags, makePlayer, makePost, makeStatement } from '#tests/support/builders.ts';
import { createDecodingWorker } from '#tests/support/decoder-worker.ts';
import type { FakePlatform } from '#tests/support/fake-platform.ts';
import { FakeUpload } from '#tests/support/fake-upload.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { newPage } from '#tests/support/new-page.ts';
import { headerOnlyReplayFile, replayFile } from '#tests/support/replay-file.ts';

/** The recorder of the replays, and an enemy. */
const AUTHOR = { id: 500_100_001, username: 'Invented_Captain_0' };
const ENEMY = { id: 500_100_004, username: 'Invented_Captain_3' };
const SENT = `GET /api/Post/${AUTHOR.id}/sent?page=1&pageSize=20&hasReplay=true`;
const PLAYER = `GET /api/Player/${ENEMY.id}?includeClanInfo=true`;
const LIMITS = `GET /api/Post/cooldown?playerId=${ENEMY.id}`;

const loadModules = () =>
  newPage(() => [
    import('#islands/frame/AccountMenu.tsx'),
    import('#islands/post-editor/PostDialogs.tsx'),
    import('#lib/stores/session/session.ts'),
  ]);
let modules: Awaited<ReturnType<typeof loadModules>>;
let platform: FakePlatform;
let createWorker: (url: string) => Worker;
const replace = vi.fn();
const CREATED = [201, JSON.stringify(makePost({ id: guid(7) }))] as const;
let uploadAnswer: readonly [status: number, text: string];

async function open(flags: Partial<ProfileFlags> = {}, path = '/'): Promise<void> {
  platform = modules.fakePlatform(path, {
    user: AUTHOR,
    createWorker: (url) => createWorker(url),
    createUpload: () => new FakeUpload(uploadAnswer) as unknown as XMLHttpRequest,
    localStorage: storageOf(new Map()),
    sessionStorage: storageOf(new Map()),
    replace,
  });
  platform.answer(`GET /api/Profile/${AUTHOR.id}`, makeFlags({ id: AUTHOR.id, ...flags }));
  platform.answer(`GET /api/Player/${AUTHOR.id}?includeClanInfo=true`, makePlayer(AUTHOR));
  platform.answer(SENT, []);
  platform.answer(PLAYER, makePlayer(ENEMY));
  platform.answer(LIMITS, { until: null, postsLeft: 9 });
  await modules.loadSession();
  await act(async () => {
    render(
      <>
        <modules.WriteButton />
        <modules.PostDialogs />
        <modules.PostDialogs ofFrame />
        <modules.FirstWarning />
      </>,
    );
  });
}

async function drop(bytes: Uint8Array<ArrayBuffer> = replayFile(), name = 'battle.wowsreplay') {
  const files = [new File([bytes], name)];
  await act(async () => {
    fireEvent.drop(screen.getByRole('button', { name: 'Write' }), {
      dataTransfer: { types: ['Files'], files },
    });
  });
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const enemy = () => screen.findByRole('button', { name: new RegExp(ENEMY.username) });

beforeEach(async () => {
  uploadAnswer = CREATED;
  modules = await loadModules();
  replace.mockClear();
  createWorker = createDecodingWorker;
});
afterEach(cleanup);

describe('A replay that is dropped on "Write"', () => {
  it('shows its battle and the other players, and opens the editor about the chosen one (Rule 30.42)', async () => {
    await open();
    await drop();
    const other = await enemy();
    expect(screen.queryByRole('button', { name: new RegExp(AUTHOR.username) })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Your team' }).nextSibling?.textContent).toMatch(/_0You/);
    expect(screen.getByRole('list', { name: 'Other team' }).contains(other)).toBe(true);
    await userEvent.click(other);
    const dialog = await screen.findByRole('dialog', { name: `New post about ${ENEMY.username}` });
    expect(within(dialog).getByText('battle.wowsreplay')).toBeTruthy();
    expect(await within(dialog).findByText('Both shown, on opposing teams.')).toBeTruthy();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('leads to the new post once it is published (Rule 30.42)', async () => {
    await open();
    await drop();
    await userEvent.click(await enemy());
    const text = async (name: RegExp, value: string) =>
      fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } });
    await text(/^Title/, 'A good title');
    await text(/^Content/, 'Screened the flank for ten minutes and never once complained about it.');
    await userEvent.click(screen.getByRole('checkbox', { name: /guidelines/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Publish post' }));
    await waitFor(() => expect(replace).toHaveBeenCalledWith(`/posts/${guid(7)}`));
  });

  it.each([
    ['opted out', PLAYER, makePlayer({ ...ENEMY, optedOut: true }), 'Player has opted out.'],
    ['is in the cooldown', LIMITS, { until: '2099-01-01T00:00:00Z', postsLeft: 9 }, /^You must wait until /],
  ])('says why when the chosen player %s (Rule 30.43)', async (_, request, answer, sentence) => {
    await open();
    platform.answer(request, answer);
    await drop();
    await userEvent.click(await enemy());
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Write a post' })).toBeTruthy();
  });

  it('opens the editor when it cannot be checked whether a post is possible (Rule 30.43)', async () => {
    await open();
    platform.cut(PLAYER);
    await drop();
    await userEvent.click(await enemy());
    expect(await screen.findByRole('dialog', { name: `New post about ${ENEMY.username}` })).toBeTruthy();
  });

  it.each([
    ['another replay is chosen', () => drop(replayFile(), 'second.wowsreplay')],
    ['the dialog is opened again', () => press('Close').then(() => press('Write'))],
  ])('opens no editor about the chosen player once %s (Rule 30.42)', async (_, leave) => {
    await open();
    const answer = platform.hold(PLAYER);
    await drop();
    await userEvent.click(await enemy());
    await leave();
    answer(makePlayer(ENEMY));
    await act(modules.settle);
    expect(screen.getByRole('dialog', { name: 'Write a post' })).toBeTruthy();
  });

  describe('of a warned player (Rule 31.31)', () => {
    const WARNING = makeStatement({ kind: 'warned', person: AUTHOR, former: null, isUnread: true });
    const READ = `PUT /api/decisions/${WARNING.id}/read`;
    const PROFILE = `GET /api/Profile/${AUTHOR.id}`;
    const flags = makeFlags({ id: AUTHOR.id });
    const warning = () => screen.findByRole('dialog', { name: 'Read this before you post' });
    const confirm = async (status = 200) => {
      platform.answer(READ, undefined, { status: 204 });
      platform.answer(PROFILE, flags, { status });
      await userEvent.click(await within(await warning()).findByRole('button', { name: 'I have read this' }));
    };

    it('shows the warning first, and the replay once it is confirmed', async () => {
      await open({ unreadWarning: WARNING.id }, `/posts/${guid(9)}`);
      platform.answer(`GET /api/decisions/${WARNING.id}`, WARNING);
      await drop();
      expect(await within(await warning()).findByText('You were warned')).toBeTruthy();
      await confirm();
      expect(await enemy()).toBeTruthy();
      expect(platform.requests).not.toContain(`GET /api/decisions/${guid(9)}`);
    });

    it.each([
      ['was confirmed, though the flags cannot be loaded', true],
      ['turns out to be confirmed in another tab, or reverted', false],
    ])('goes on when it %s', async (_, isUnread) => {
      await open({ unreadWarning: WARNING.id });
      platform.answer(`GET /api/decisions/${WARNING.id}`, { ...WARNING, isUnread });
      modules.catchWarnings();
      await drop();
      if (isUnread) await confirm(500);
      expect(await enemy()).toBeTruthy();
    });

    it('shows a warning for which the API refused the post, and keeps what was written', async () => {
      await open();
      await drop();
      await userEvent.click(await enemy());
      const text = async (name: RegExp, value: string) =>
        fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } });
      await text(/^Title/, 'A good title');
      await text(/^Content/, 'Screened the flank for ten minutes and never once complained about it.');
      await userEvent.click(screen.getByRole('checkbox', { name: /guidelines/ }));
      uploadAnswer = [403, 'Read the warning.'];
      platform.answer(PROFILE, { ...flags, unreadWarning: WARNING.id });
      platform.answer(`GET /api/decisions/${WARNING.id}`, WARNING);
      await userEvent.click(screen.getByRole('button', { name: 'Publish post' }));
      await confirm();
      const title = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ });
      await waitFor(() => expect(title.value).toBe('A good title'));
      expect(screen.queryByText('Couldn’t save.')).toBeNull();
    });
  });

  it('shows no refusal of the replay before (Rule 30.43)', async () => {
    await open();
    platform.answer(PLAYER, makePlayer({ ...ENEMY, optedOut: true }));
    await drop();
    await userEvent.click(await enemy());
    await screen.findByText('Player has opted out.');
    await drop(replayFile(), 'second.wowsreplay');
    expect((await enemy()).nextElementSibling).toBeNull();
  });

  it('names the earlier post about the battle in place of the players (Rule 30.44)', async () => {
    await open();
    const battle = {
      map: '22_tierra_del_fuego',
      playedAt: '2025-02-01T20:15:00',
      author: null,
      player: null,
    };
    platform.answer(SENT, [makePost({ id: guid(3), title: 'Held the cap', battle })]);
    await drop();
    expect((await screen.findByRole('link', { name: 'Held the cap' })).getAttribute('href')).toBe(
      `/posts/${guid(3)}`,
    );
    expect(screen.queryByRole('button', { name: new RegExp(ENEMY.username) })).toBeNull();
  });

  it.each([
    ['lists its players', replayFile, enemy],
    ['cannot list them', headerOnlyReplayFile, () => screen.findByText(/^Can’t list who is in this replay/)],
  ])('keeps the focus next to a battle that is read again and %s (Rule 30.42)', async (_, file, result) => {
    createWorker = () => {
      throw new TypeError('no worker');
    };
    await open();
    await drop(file());
    await screen.findByText('Couldn’t read this file here.');
    createWorker = createDecodingWorker;
    await press('Try again');
    const shown = await result();
    expect(document.activeElement).toBe(shown.closest('[tabindex="-1"]'));
    expect(document.activeElement?.querySelector('input')).toBeNull();
  });

  it('is refused with the reason when it is no replay (Rule 30.42)', async () => {
    await open();
    await drop(replayFile(), 'battle.mp4');
    expect(await screen.findByText('The file extension must be .wowsreplay.')).toBeTruthy();
  });
});

it('"Write" has the focus on its file, so that keys do not press the close button', async () => {
  await open();
  await press('Write');
  const dialog = await screen.findByRole('dialog', { name: 'Write a post' });
  expect(document.activeElement).toBe(within(dialog).getByLabelText(/^Replay/));
});

it.each([
  ['banned', { postsBanned: true }, 'You are banned from posting on the platform.'],
  ['opted out', { optedOut: true }, 'You have opted out of the platform.'],
])('"Write" says why a user who is %s cannot post (Rule 30.43)', async (_, flags, sentence) => {
  await open(flags);
  await userEvent.click(screen.getByRole('button', { name: 'Write' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.queryByLabelText(/^Replay/)).toBeNull();
});
