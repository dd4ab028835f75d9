import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ActionList } from '#islands/moderation/ActionsDialog.tsx';
import { BanList } from '#islands/moderation/BansDialog.tsx';
import { ListDialog } from '#islands/moderation/ListDialog.tsx';
import { NetworkError } from '#lib/client/errors.ts';
import { formatMedium } from '#lib/domain/dates.ts';
import type { PlatformBan } from '#lib/schemas/moderation.ts';
import { failed, LOADING, type Remote, ready } from '#lib/stores/core/remote.ts';
import { $task, cancelTask, doTask } from '#lib/stores/profile/moderation-task.ts';
import { askOnProfile } from '#lib/stores/profile/profile-moderation.ts';
import { guid, makeBan, makeModAction, makePost } from '#tests/support/builders.ts';
import { fakePlatform } from '#tests/support/fake-platform.ts';

afterEach(cleanup);

const AUTHOR = 500_000_002;
const MODERATOR = { id: 500_000_003, roles: ['mod'] as const };
const AHEAD = '2126-03-09T14:05:00+00:00';
const PAST = '2020-03-09T14:05:00+00:00';

const item = () => screen.getByRole('listitem');
const revert = () => screen.queryByRole('button', { name: 'Revert' });

describe('a ban in the list', () => {
  it.each<[string, Partial<PlatformBan>, state: string, end: string, revertible: boolean]>([
    ['without an end is shown as permanent', {}, 'In force', 'Permanent', true],
    [
      'with an end shows it as a medium date',
      { bannedUntil: AHEAD },
      'In force',
      `Until ${formatMedium(AHEAD)}`,
      true,
    ],
    [
      'whose end has passed is shown as over',
      { bannedUntil: PAST },
      'Over',
      `Until ${formatMedium(PAST)}`,
      true,
    ],
    ['that was reverted is shown as reverted', { reverted: true }, 'Reverted', 'Permanent', false],
  ])('%s (Rule 11.5)', (_, overrides, state, end, revertible) => {
    render(<BanList bans={[makeBan(overrides)]} mayRevert />);
    expect(within(item()).getByText(state)).toBeTruthy();
    expect(item().textContent).toContain(end);
    expect(item().textContent).toContain('Insults in three posts.');
    expect(screen.getByRole('link', { name: 'Cossack_Mod' }).getAttribute('href')).toBe(
      '/player/500000003,Cossack_Mod',
    );
    expect(revert() !== null).toBe(revertible);
  });

  it('has no revert button without permission, and a sentence in place of an empty reason', () => {
    render(<BanList bans={[makeBan({ reason: '' })]} mayRevert={false} />);
    expect(revert()).toBeNull();
    expect(item().textContent).toContain('No reason was given.');
  });
});

describe('a mod action in the list', () => {
  it.each([
    ['Edit', 'warning', { actionType: 1, updatedPost: makePost({ title: '\u200b' }) }, 'Untitled post'],
    ['Deletion', 'negative', {}, 'View post'],
    ['Edit', 'warning', { actionType: 1, updatedPost: makePost({ title: 'Put mildly' }) }, 'Put mildly'],
  ] as const)(
    'is a "%s" in the colour of %s, with a link to the post (Rule 11.4)',
    (kind, tone, overrides, link) => {
      render(<ActionList actions={[makeModAction(overrides)]} viewer={MODERATOR} authorId={AUTHOR} />);
      expect(within(item()).getByText(kind).className).toContain(tone);
      expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(`/posts/${guid(21)}`);
      expect(item().textContent).toContain('Off topic.');
    },
  );

  it('opens a question when reverted; authors cannot revert it (Rule 11.3)', async () => {
    const { rerender } = render(
      <ActionList actions={[makeModAction()]} viewer={MODERATOR} authorId={AUTHOR} />,
    );
    await userEvent.click(revert() as HTMLElement);
    expect($task.get()).toEqual({ task: { kind: 'revert-action', action: makeModAction() }, state: 'idle' });
    cancelTask();
    rerender(<ActionList actions={[makeModAction()]} viewer={MODERATOR} authorId={MODERATOR.id} />);
    expect(revert()).toBeNull();
  });
});

const onRetry = vi.fn();
const showList = (remote: Remote<readonly string[]>) =>
  render(
    <ListDialog
      size="lg"
      title="The list"
      top=""
      remote={remote}
      empty="Nothing."
      failure="It failed."
      onRetry={onRetry}
    >
      {(items) => <p>{items.join()}</p>}
    </ListDialog>,
  );

it('acknowledges a task and moves the focus into the list (Rule 11.9)', async () => {
  const platform = fakePlatform('/player/500000002,Borodino_Gunner');
  platform.answer('PATCH /api/Player/recalculate?playerId=500000002', undefined, { status: 202 });
  showList(ready(['one']));
  askOnProfile({ kind: 'recalculate', player: { id: AUTHOR, username: 'Borodino_Gunner' } });
  expect(document.activeElement).toBe(document.body);
  await act(doTask);
  expect(document.activeElement?.textContent).toBe('one');
  expect(platform.said).toEqual(['The metrics were recalculated.']);
});

describe('a list', () => {
  it.each([
    ['loading', LOADING, /Loading/],
    ['empty', ready([]), /Nothing\.$/],
    ['loaded', ready(['one', 'two']), /one,two$/],
    ['not found', { status: 'not-found', removed: false }, /Nothing\.$/],
  ] as const)('shows that it is %s', (_, remote, text) => {
    expect(showList(remote).container.textContent).toMatch(text);
  });

  it('shows why it failed, with a retry button', async () => {
    const { container } = showList(failed(new NetworkError('offline')));
    expect(container.textContent).toContain('It failed.You are offline.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});
