import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';

afterEach(cleanup);

it('blurs the focused field before removing it, because WebKit would scroll to its caret', () => {
  const { unmount } = render(
    <Dialog title="Delete post" onClose={() => {}}>
      <input aria-label="Reason" />
    </Dialog>,
  );
  const field = screen.getByLabelText('Reason');
  const onPageAtBlur: boolean[] = [];
  field.addEventListener('blur', () => onPageAtBlur.push(field.isConnected));
  field.focus();
  expect(document.activeElement).toBe(field);
  unmount();
  expect(onPageAtBlur).toEqual([true]);
});
