/** The post editor with a picked replay. */
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PostDialog } from '#islands/post-editor/PostDialog.tsx';
import { resetFeatures } from '#lib/client/features.ts';
import type { Post } from '#lib/schemas/post.ts';
import { $holds, $rulesFor, $takesCis } from '#lib/stores/posts/advice-rules.ts';
import { leaveEditor } from '#lib/stores/posts/post-editor.ts';
import { loadSession } from '#lib/stores/session/session.ts';
import { guid, makePlayer, makePost } from '#tests/support/builders.ts';
import { createDecodingWorker, FakeWorker } from '#tests/support/decoder-worker.ts';
import { type FakePlatform, fakePlatform } from '#tests/support/fake-platform.ts';
import { FakeUpload } from '#tests/support/fake-upload.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import {
  cisReplayFile,
  headerOnlyReplayFile,
  maliciousReplayFile,
  NEWER_VERSION,
  replayFile,
} from '#tests/support/replay-file.ts';

/** The recorder of the replays, and an enemy. */
const AUTHOR = { id: 500_100_001, username: 'Invented_Captain_0' };
const ENEMY = { id: 500_100_004, username: 'Invented_Captain_3' };
const STRANGER = { id: 500_000_002, username: 'Borodino_Gunner' };
const SENT = `GET /api/Post/${AUTHOR.id}/sent?page=1&pageSize=20&hasReplay=true`;
const SEEN = 'Moderators will see this.';
const NOT_SHOWN = 'This replay does not show Borodino_Gunner.';

let platform: FakePlatform;
/** Requests with a file; each is refused. */
let uploads: FakeUpload[];
let createWorker: (url: string) => Worker;

/** The features of the API. */
function offer(features: string[]): void {
  resetFeatures();
  cleanStores($holds, $rulesFor, $takesCis);
  platform.answer('GET /api/features', { features });
}

beforeEach(async () => {
  uploads = [];
  const stored = new Map<string, string>();
  createWorker = createDecodingWorker;
  platform = fakePlatform('/player/500000002,Borodino_Gunner', {
    user: AUTHOR,
    createWorker: (url) => createWorker(url),
    createUpload: () => {
      uploads.push(new FakeUpload([400, '{"post":["Player has opted out."]}']));
      return uploads.at(-1) as unknown as XMLHttpRequest;
    },
    localStorage: storageOf(stored),
    sessionStorage: storageOf(new Map()),
  });
  offer([]);
  platform.answer(`GET /api/Player/${AUTHOR.id}?includeClanInfo=true`, makePlayer(AUTHOR));
  platform.answer(SENT, []);
  await loadSession();
});
afterEach(() => {
  cleanup();
  leaveEditor();
});

const input = () => screen.getByLabelText<HTMLInputElement>(/^Replay/);
const verdict = (sentence: RegExp | string) => screen.findByText(sentence);
const publish = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Publish post' });

async function pick(
  bytes: Uint8Array<ArrayBuffer>,
  about = STRANGER,
  name = 'battle.wowsreplay',
): Promise<void> {
  await act(async () => {
    render(<PostDialog dialog={{ kind: 'create', player: about }} />);
  });
  await userEvent.upload(input(), new File([bytes], name));
}

async function fillIn(): Promise<void> {
  const text = async (name: RegExp, value: string) =>
    act(async () => void fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } }));
  await text(/^Title/, 'A good title');
  await text(/^Content/, 'Screened the flank for ten minutes and never once complained about it.');
  await userEvent.click(screen.getByRole('checkbox', { name: /guidelines/ }));
}

it('shows the battle and that it shows both (Rule 25.52)', async () => {
  await pick(replayFile(), ENEMY);
  await verdict('Both shown, on opposing teams.');
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(facts.slice(0, 2)).toEqual(['Tierra del Fuego', 'Random battle']);
  expect(facts[2]).toContain('25');
  expect(facts[3]).toContain('Invented');
  expect(screen.getAllByRole('term').at(-1)?.textContent).toBe('Your ship');
});

it('names the author’s earlier post about the battle (Rule 30.44)', async () => {
  const battle = { map: '22_tierra_del_fuego', playedAt: '2025-02-01T20:15:00', author: null, player: null };
  const other = makePost({ id: guid(2), battle: { ...battle, playedAt: '2026-11-21T18:30:00' } });
  platform.answer(SENT, [other, makePost({ id: guid(3), title: 'Held the cap', battle })]);
  await pick(replayFile(), ENEMY);
  const link = await screen.findByRole('link', { name: 'Held the cap' });
  expect(link.getAttribute('href')).toBe(`/posts/${guid(3)}`);
  expect(link.parentElement?.textContent).toMatch(/^The guidelines allow one post per battle/);
});

it('shows that the replay does not show the player, and lets it be published (Rule 25.52)', async () => {
  await pick(replayFile());
  await verdict(NOT_SHOWN);
  expect(screen.getByText('You can still publish this post.')).toBeTruthy();
  await fillIn();
  await userEvent.click(publish());
  await waitFor(() => expect(uploads).toHaveLength(1));
});

it('shows that a replay without account ids cannot be checked (Rule 25.52)', async () => {
  await pick(headerOnlyReplayFile({ names: [AUTHOR.username, STRANGER.username] }));
  await verdict(/^Can’t check who is in this replay/);
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect([facts[0], facts[3]]).toEqual(['Tierra del Fuego not checked', 'Invented not checked']);
});

it('says that files of the CIS client can’t be read, where the API takes them', async () => {
  offer(['advice', 'cis-replays']);
  await pick(cisReplayFile(), ENEMY, 'battle.korablireplay');
  await verdict('This client’s replays can’t be read yet.');
  expect(await screen.findByText(`${SEEN} You can still publish this post.`)).toBeTruthy();
  expect(screen.getByText(/^A \.wowsreplay or \.korablireplay file of at most 5 MiB\./)).toBeTruthy();
  expect(screen.queryByText('Map')).toBeNull();
  expect(screen.queryByText(/date in this replay/)).toBeNull();
});

it('refuses files of the CIS client elsewhere with the sentence about extensions', async () => {
  await pick(cisReplayFile(), ENEMY, 'battle.korablireplay');
  await verdict('The file extension must be .wowsreplay.');
  expect(screen.getByText(/^A \.wowsreplay file of at most 5 MiB\./)).toBeTruthy();
  await fillIn();
  await userEvent.click(publish());
  await waitFor(() => expect(document.activeElement).toBe(input()));
  expect(uploads).toEqual([]);
});

it.each([
  ['malicious', maliciousReplayFile(), /would run code in the game/],
  ['damaged', replayFile().slice(0, -400), /is missing or damaged\. Choose a file/],
])('refuses a %s file with the reason and never sends it (Rule 25.53)', async (_, bytes, reason) => {
  await pick(bytes);
  const alert = await verdict(reason);
  expect(input().getAttribute('aria-describedby')).toContain(alert.id);
  await fillIn();
  await userEvent.click(publish());
  await waitFor(() => expect(document.activeElement).toBe(input()));
  expect(uploads).toEqual([]);
  await userEvent.upload(input(), new File([replayFile()], 'other.wowsreplay'));
  await verdict(NOT_SHOWN);
  expect(screen.queryByText(reason)).toBeNull();
});

it('waits for the check before it sends (Rule 25.53)', async () => {
  const worker = new FakeWorker();
  createWorker = () => worker as unknown as Worker;
  await pick(replayFile());
  expect(screen.getByText('Checking the replay…')).toBeTruthy();
  await fillIn();
  await userEvent.click(publish());
  await waitFor(() => expect(publish().getAttribute('aria-busy')).toBe('true'));
  expect(uploads).toEqual([]);
  await act(async () => worker.answer({ ok: false, reason: 'Not a replay.' }));
  await waitFor(() => expect(publish().getAttribute('aria-busy')).not.toBe('true'));
  expect(screen.getByText('Not a replay.')).toBeTruthy();
  expect(uploads).toEqual([]);
});

it('can be stopped while it waits for the check (Rule 25.53)', async () => {
  createWorker = () => new FakeWorker() as unknown as Worker;
  await pick(replayFile());
  await fillIn();
  await userEvent.click(publish());
  await userEvent.click(await screen.findByRole('button', { name: 'Stop sending' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy());
  expect(uploads).toEqual([]);
});

it('can be repeated when the decoder could not be loaded, and does not block sending (Rule 25.52)', async () => {
  createWorker = () => {
    throw new TypeError('no worker');
  };
  await pick(replayFile());
  await verdict(/^Couldn’t check this file here\./);
  await fillIn();
  await userEvent.click(publish());
  await waitFor(() => expect(uploads).toHaveLength(1));
  createWorker = createDecodingWorker;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await verdict(NOT_SHOWN);
});

it('keeps the focus in place when it is repeated (Rule 25.52)', async () => {
  createWorker = () => {
    throw new TypeError('no worker');
  };
  await pick(replayFile());
  await verdict(/^Couldn’t check this file here\./);
  createWorker = createDecodingWorker;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  const place = (await verdict(NOT_SHOWN)).closest('[role=status]');
  expect([place?.tagName, document.activeElement]).toEqual(['DIV', place]);
});

it('does not decode a file that the form refuses by itself', async () => {
  createWorker = () => {
    throw new Error('must not be started');
  };
  await pick(new Uint8Array([1, 2, 3, 4]));
  await verdict('The format of the specified file is not supported.');
  expect(screen.queryByText(/^Couldn’t check/)).toBeNull();
});

it('says what moderators will see, for an API that gives advice (Rule 28.4)', async () => {
  offer(['advice']);
  await pick(replayFile());
  await verdict(NOT_SHOWN);
  expect(await screen.findByText(`${SEEN} You can still publish this post.`)).toBeTruthy();
  cleanup();
  await pick(replayFile(), ENEMY);
  await verdict('Both shown, on opposing teams.');
  expect(screen.queryByText(/in the first three minutes|shows no message/)).toBeNull();
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Courtesy' })).getByRole('radio', { name: 'Negative' }),
  );
  const advice = await screen.findByText(
    'You rate courtesy, and the replay shows no message of Invented_Captain_3.',
  );
  expect(advice.parentElement?.textContent).toContain(SEEN);
});

const HELD = 'no change in karma until a moderator keeps the post';
const outcome = () => screen.getByText('Flairs').parentElement?.textContent;
const praise = () =>
  userEvent.click(
    within(screen.getByRole('group', { name: 'Courtesy' })).getByRole('radio', { name: 'Positive' }),
  );

const NEWER = headerOnlyReplayFile({ version: NEWER_VERSION });
const UNPROVEN = ['holds', 'holds-unproven'];
it.each([
  ['does not show the player', 'holds', ['holds'], replayFile(), STRANGER, HELD],
  ['can’t be checked', 'holds by default', ['holds'], headerOnlyReplayFile(), STRANGER, HELD],
  ['is of a newer game', 'holds by default', ['holds'], NEWER, STRANGER, '+1 karma'],
  ['is of a newer game', 'holds what is unproven', UNPROVEN, NEWER, STRANGER, HELD],
  ['can’t be checked', 'holds what is unproven', UNPROVEN, headerOnlyReplayFile(), STRANGER, HELD],
  ['shows both', 'holds what is unproven', UNPROVEN, replayFile(), ENEMY, '+1 karma'],
])('says what a post does to karma whose replay %s, for an API that %s (Rule 28.6)', async (...row) => {
  const [, , features, file, about, effect] = row;
  offer(features);
  await pick(file, about);
  await screen.findByText('Tierra del Fuego');
  await praise();
  await waitFor(() => expect(outcome()).toContain(effect));
  const isHeld = effect === HELD;
  expect(screen.queryByText(/The post changes no karma until a moderator keeps it\./) !== null).toBe(isHeld);
});

it('says whether an edit of the flairs lets the post wait (Rule 28.6)', async () => {
  offer(['holds']);
  const outcomes = async (post: Partial<Post>) => {
    await act(async () => {
      render(<PostDialog dialog={{ kind: 'edit', post: makePost({ flairs: 1, ...post }) }} />);
    });
    const before = outcome();
    await praise();
    const texts = [before, outcome()].map((text) => text?.includes(HELD));
    cleanup();
    leaveEditor();
    return texts;
  };
  const replayId = guid(2);
  expect(await outcomes({ replayId: null }), 'rated without a replay before').toEqual([false, true]);
  expect(await outcomes({ replayId, advice: ['player-not-shown'] })).toEqual([false, true]);
  expect(await outcomes({ replayId, advice: ['not-checked'] })).toEqual([false, true]);
  expect(await outcomes({ replayId, advice: ['newer-not-checked'] })).toEqual([false, false]);
  expect(await outcomes({ replayId, advice: ['newer-not-checked'], held: true })).toEqual([true, true]);
  expect(await outcomes({ replayId, advice: ['old-battle'] })).toEqual([false, false]);
});
