import { cleanup, fireEvent, render, screen } from '@testing-library/react';
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

it.each([
  ['a mail program', 'mailto:someone@example.org', undefined],
  ['a download', '/replay.wowsreplay', true],
])('stays open with its history entry when a link opens %s (Rule 2.16)', (_, href, download) => {
  render(
    <Dialog title="New post" onClose={() => {}}>
      <a href={href} download={download}>
        Captain’s file
      </a>
    </Dialog>,
  );
  let isPrevented = true;
  const onClick = (event: Event) => {
    isPrevented = event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', onClick, { once: true });
  fireEvent.click(screen.getByText('Captain’s file'));
  expect(isPrevented, 'the browser follows the link').toBe(false);
});
