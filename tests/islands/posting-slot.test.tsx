import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PostingSlot } from '#islands/player-profile/PostingSlot.tsx';
import { formatDateTime } from '#lib/domain/dates.ts';
import type { Posting } from '#lib/stores/profile/posting.ts';

afterEach(cleanup);

function show(posting: Posting, hasDraft = false) {
  const handlers = { onNewPost: vi.fn(), onRetry: vi.fn() };
  const { container } = render(<PostingSlot posting={posting} hasDraft={hasDraft} {...handlers} />);
  return { ...handlers, text: container.textContent };
}

describe('the posting slot', () => {
  it.each([
    ['login-needed', 'You must first login before creating posts. Login'],
    ['self', 'You cannot create a post for yourself.'],
    ['banned', 'You are banned from posting on the platform. See reason and end date'],
    ['viewer-opted-out', 'You have opted out of the platform.'],
  ] as const)('for %s: %s (Rule 5.8)', (kind, sentence) => {
    expect(show({ kind }).text).toBe(sentence);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows when the cooldown ends, in a time element (Rule 5.8)', () => {
    const until = Date.parse('2026-01-10T21:00:00.000Z');
    expect(show({ kind: 'cooldown', until }).text).toBe(
      `You must wait until ${formatDateTime(until)} before posting again.`,
    );
    expect(screen.getByRole('time').getAttribute('datetime')).toBe('2026-01-10T21:00:00.000Z');
  });

  it('has the New Post button when the viewer can post (Rule 5.8)', async () => {
    const { onNewPost } = show({ kind: 'available' });
    await userEvent.click(screen.getByRole('button', { name: 'New Post' }));
    expect(onNewPost).toHaveBeenCalledOnce();
  });

  it('continues a draft instead of starting a new post (Rule 5.8)', async () => {
    const { onNewPost } = show({ kind: 'available' }, true);
    await userEvent.click(screen.getByRole('button', { name: 'New Post: Continue draft' }));
    expect(onNewPost).toHaveBeenCalledOnce();
  });

  it('is empty for a player who opted out, which the header says (Rule 5.8)', () => {
    expect(show({ kind: 'player-opted-out' }).text).toBe('');
  });

  it('shows why it is unknown, with a retry button', async () => {
    const { onRetry } = show({ kind: 'unknown', message: 'You are offline.' });
    expect(screen.getByRole('status').textContent).toContain('You are offline.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it.each([
    ['cooldown', 'You can post unless you did within 24 hours. We couldn’t check.'],
    ['flags', 'We couldn’t check yet whether you can post.'],
  ] as const)(
    'shows what is missing when the %s takes long, with a retry button (Rule 5.8)',
    async (missing, text) => {
      const { onRetry } = show({ kind: 'slow', missing });
      expect(screen.getByRole('status').textContent).toContain(text);
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
      expect(onRetry).toHaveBeenCalledOnce();
    },
  );

  it('moves the focus to the place around it when a retry removes the button (Rule 5.8)', async () => {
    const slot = { hasDraft: false, onNewPost: vi.fn(), onRetry: vi.fn() };
    render(
      <section aria-label="Posts" tabIndex={-1}>
        <PostingSlot posting={{ kind: 'slow', missing: 'flags' }} {...slot} />
      </section>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Posts' }));
  });

  it('is empty while checking', () => {
    expect(show({ kind: 'checking' }).text).toBe('');
  });
});
