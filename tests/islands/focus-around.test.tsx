/** Where the focus is after pressing a button that may disappear. */
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Alert } from '#islands/ui/Alert.tsx';

afterEach(cleanup);

/** Shows `draw` until its action is done, in a place that can have the focus. */
function Place({ draw }: { draw: (done: () => void) => ReactNode }) {
  const [isDone, setDone] = useState(false);
  return (
    <section aria-label="Place" tabIndex={-1}>
      {isDone ? 'Done' : draw(() => setDone(true))}
    </section>
  );
}

it('the focus moves to the place around an alert that its retry removes', async () => {
  render(<Place draw={(done) => <Alert onRetry={done}>It failed.</Alert>} />);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  const place = screen.getByRole('region', { name: 'Place' });
  expect([place.textContent, document.activeElement]).toEqual(['Done', place]);
});

it('the focus stays on the button of an alert that shows its running retry', async () => {
  render(
    <Place
      draw={() => (
        <Alert onRetry={() => {}} retrying={false}>
          It failed.
        </Alert>
      )}
    />,
  );
  const button = screen.getByRole('button', { name: 'Try again' });
  await userEvent.click(button);
  expect(document.activeElement).toBe(button);
});
