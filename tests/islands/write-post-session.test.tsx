/** A post that started from a replay, when the session ends while it is written. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SESSION_LEFT_KEY } from '#lib/stores/session/session-hold.ts';
import { makePlayer } from '#tests/support/builders.ts';
import { createDecodingWorker } from '#tests/support/decoder-worker.ts';
import { FakeUpload } from '#tests/support/fake-upload.ts';
import { newPage } from '#tests/support/new-page.ts';
import { replayFile } from '#tests/support/replay-file.ts';
import type { SignedInPage } from '#tests/support/signed-in-page.ts';

const PLAYER = { id: 500_100_004, username: 'Invented_Captain_3' };
const CONTENT = 'Screened the flank for ten minutes and never once complained about it.';

const loadModules = () =>
  newPage(() => [
    import('#islands/frame/AccountMenu.tsx'),
    import('#lib/runtime.ts'),
    import('#lib/stores/posts/post-dialog.ts'),
    import('#tests/support/signed-in-page.ts'),
  ]);
let modules: Awaited<ReturnType<typeof loadModules>>;
let page: SignedInPage;

beforeEach(async () => {
  modules = await loadModules();
  page = await modules.openSignedIn();
  modules.setRuntime({
    createWorker: createDecodingWorker,
    // The API no longer accepts the token.
    createUpload: () => new FakeUpload([401, '']) as unknown as XMLHttpRequest,
  });
  page.answer('GET /api/Player/500000001?includeClanInfo=true', makePlayer());
  page.answer('GET /api/Post/500000001/sent?page=1&pageSize=20&hasReplay=true', []);
  page.answer(`GET /api/Post/cooldown?playerId=${PLAYER.id}`, { until: null, postsLeft: 9 });
  await act(async () => {
    render(<modules.AccountMenu />);
  });
  await act(async () => modules.openNewPost(PLAYER, new File([replayFile()], 'battle.wowsreplay')));
});
afterEach(cleanup);

const field = (name: RegExp) => screen.findByRole('textbox', { name });
const guidelines = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /guidelines/ });
const type = async (name: RegExp, value: string) =>
  fireEvent.change(await field(name), { target: { value } });

async function fill(): Promise<void> {
  await type(/^Title/, 'A good title');
  await type(/^Content/, CONTENT);
  await userEvent.click(guidelines());
}

/** Another tab logs out or signs in. */
async function changeCookie(token: string | null): Promise<void> {
  await act(async () => {
    page.setCookie(token);
    page.happen('storage');
    await modules.settle();
  });
}

it('keeps the form as it is when another tab logs out and signs in again', async () => {
  await fill();
  const title = await field(/^Title/);
  page.device.set(SESSION_LEFT_KEY, String(Date.now()));
  page.device.delete('post-draft:500000001:create:500100004');
  await changeCookie(null);
  expect(screen.getByText('You signed out in another tab.')).toBeTruthy();
  expect(await field(/^Title/)).toHaveProperty('value', 'A good title');
  await changeCookie(page.token);
  expect(screen.queryByText('You signed out in another tab.')).toBeNull();
  expect(await field(/^Title/)).toBe(title);
  expect(guidelines().checked).toBe(true);
});

it('keeps the form, and says why, when the API no longer accepts the token', async () => {
  await fill();
  page.answer('HEAD /api/Auth', undefined, { status: 401 });
  await userEvent.click(screen.getByRole('button', { name: 'Publish post' }));
  expect(await screen.findByText('Your sign-in is no longer valid.')).toBeTruthy();
  expect(await screen.findByText(/^You are no longer signed in/)).toBeTruthy();
  expect(await field(/^Title/)).toHaveProperty('value', 'A good title');
  expect(screen.getByText('battle.wowsreplay')).toBeTruthy();
});
