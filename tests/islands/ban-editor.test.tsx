import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { BanEditor } from '#islands/moderation/BanEditor.tsx';
import { $task, cancelTask } from '#lib/stores/profile/moderation-task.ts';
import { fakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';

const player = { id: 500_000_002, username: 'Borodino_Gunner' };

afterEach(() => {
  cleanup();
  cancelTask();
});

function open(stored: Map<string, string>) {
  fakePlatform('/player/500000002,Borodino_Gunner', {
    localStorage: storageOf(stored),
  });
  render(<BanEditor player={player} onClose={() => {}} />);
}
const reason = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reason/ });
const days = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Days/ });
const length = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const type = (control: HTMLElement, value: string) =>
  act(async () => void fireEvent.change(control, { target: { value } }));

it('restores the length, the days and the reason of a ban (Rule 9.14)', async () => {
  const stored = new Map<string, string>();
  open(stored);
  await userEvent.click(length('Custom'));
  await type(days(), '45');
  await type(reason(), 'Insults.');
  cleanup();
  open(stored);
  await waitFor(() => expect(length('Custom').checked).toBe(true));
  expect([days().value, reason().value]).toEqual(['45', 'Insults.']);
  await userEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
  expect([length('1 day').checked, reason().value]).toEqual([true, '']);
  expect(document.activeElement).toBe(reason());
  expect(stored.size).toBe(0);
});

it('opens the question once the fields have no errors (Rule 11.8)', async () => {
  open(new Map());
  await userEvent.click(length('30 days'));
  await userEvent.click(screen.getByRole('button', { name: 'Ban…' }));
  await waitFor(() => expect(screen.getByText('This field is required.')).toBeTruthy());
  expect(document.activeElement).toBe(reason());
  await type(reason(), ' Insults. ');
  await userEvent.click(screen.getByRole('button', { name: 'Ban…' }));
  await waitFor(() =>
    expect($task.get()?.task).toEqual({ kind: 'ban', player, days: 30, reason: 'Insults.' }),
  );
});
