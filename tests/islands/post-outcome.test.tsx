/** The post editor of authors whose own karma is low. */
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { PostDialog } from '#islands/post-editor/PostDialog.tsx';
import type { PostDialog as Dialog } from '#lib/stores/posts/post-dialog.ts';
import { loadSession, resetSession } from '#lib/stores/session/session.ts';
import { guid, makeFlags, makePlayer, makePost } from '#tests/support/builders.ts';
import { type FakePlatform, fakePlatform, settle } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { makeToken } from '#tests/support/token.ts';

const TARGET = { id: 500_000_002, username: 'Borodino_Gunner' };
const create: Dialog = { kind: 'create', player: TARGET };
const edit: Dialog = { kind: 'edit', post: makePost({ id: guid(1), flairs: 0 }) };

let platform: FakePlatform;

/** Each test has its own author, because what is known of one is kept. */
async function signIn(id: number, { isKnown = true } = {}): Promise<void> {
  const stored = new Map<string, string>();
  platform = fakePlatform('/player/500000002,Borodino_Gunner', {
    readCookies: () => `Auth_EU=${makeToken({ id })}`,
    localStorage: storageOf(stored),
  });
  platform.answer('HEAD /api/Auth');
  platform.answer(`GET /api/Profile/${id}`, makeFlags({ id }));
  const ownKarma = `GET /api/Player/${id}?includeClanInfo=true`;
  if (isKnown) platform.answer(ownKarma, makePlayer({ id, negativeKarmaAble: false }));
  else platform.hold(ownKarma);
  await loadSession();
}

afterEach(() => {
  cleanup();
  resetSession();
});

async function open(dialog: Dialog): Promise<void> {
  await act(async () => {
    render(<PostDialog dialog={dialog} />);
  });
  await act(() => settle());
}
const choose = (category: string, sign: string) =>
  userEvent.click(within(screen.getByRole('group', { name: category })).getByRole('radio', { name: sign }));
const outcome = () => screen.getByText(TARGET.username, { selector: 'bdi' }).parentElement?.textContent;

describe('The outcome of a post in words (Rules 9.17, 10.3)', () => {
  it('says that an author with low karma takes none, but can give some', async () => {
    await signIn(500_000_001);
    await open(create);
    await choose('Teamplay', 'Negative');
    expect(outcome()).toBe('Borodino_Gunner: no change in karma, because your own is −20 or lower');
    await choose('Performance', 'Positive');
    expect(outcome()).toBe('Borodino_Gunner: no change in karma');
    await choose('Courtesy', 'Positive');
    expect(outcome()).toBe('Borodino_Gunner: +1 karma');
  });

  it('says what usually happens while the own karma is not known', async () => {
    await signIn(500_000_003, { isKnown: false });
    await open(create);
    await choose('Teamplay', 'Negative');
    expect(outcome()).toBe('Borodino_Gunner: −1 karma');
  });

  it('says it of a post that was written before, whose effect is stored with it', async () => {
    await signIn(500_000_004);
    await open(edit);
    await choose('Teamplay', 'Negative');
    expect(outcome()).toBe('Borodino_Gunner: −1 karma');
  });
});
