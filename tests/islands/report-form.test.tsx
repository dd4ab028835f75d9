import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ReportForm } from '#islands/post-editor/ReportForm.tsx';
import { makePost } from '#tests/support/builders.ts';
import { fakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';

afterEach(cleanup);

it('describes the choice of a guideline by its error (Rule 28.10)', async () => {
  fakePlatform('/posts/1', { localStorage: storageOf(new Map()) });
  render(<ReportForm dialog={{ kind: 'report', post: makePost() }} />);
  const choice = screen.getByRole('group', { name: 'Which guideline does it break?' });
  expect(choice.hasAttribute('aria-describedby')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Report' }));
  const { id } = await within(choice).findByRole('alert');
  expect([id, id === '']).toEqual([choice.getAttribute('aria-describedby'), false]);
});
