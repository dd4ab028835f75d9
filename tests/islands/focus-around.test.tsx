/** Where the focus is after pressing a button that may disappear. */
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { WritePost } from '#islands/post-editor/WritePost.tsx';
import { Alert } from '#islands/ui/Alert.tsx';
import { setRuntime } from '#lib/runtime.ts';
import { createDecodingWorker } from '#tests/support/decoder-worker.ts';
import { headerOnlyReplayFile } from '#tests/support/replay-file.ts';
import { openSignedIn } from '#tests/support/signed-in-page.ts';

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

it('the focus stays next to the battle of a replay that is read again (Rule 30.42)', async () => {
  const page = await openSignedIn();
  page.answer('GET /api/Post/500000001/sent?page=1&pageSize=20&hasReplay=true', []);
  let isBroken = true;
  const createWorker = () => {
    if (isBroken) throw new TypeError('no worker');
    return createDecodingWorker();
  };
  setRuntime({ createWorker });
  render(<WritePost replay={new File([headerOnlyReplayFile()], 'battle.wowsreplay')} />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  isBroken = false;
  await userEvent.click(again);
  const result = await screen.findByText(/^Can’t list who is in this replay/);
  expect(document.activeElement).toBe(result.closest('[tabindex="-1"]'));
  expect(document.activeElement?.querySelector('input')).toBeNull();
});
