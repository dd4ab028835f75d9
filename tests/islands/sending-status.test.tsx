import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { SendingStatus } from '#islands/post-editor/SendingStatus.tsx';

afterEach(cleanup);

it('shows each percent of an upload and announces each quarter (Rule 9.15)', () => {
  const { rerender } = render(<SendingStatus sending={{ state: 'sending', progress: null }} />);
  const announced = [screen.getByRole('status').textContent];
  for (let percent = 0; percent <= 100; percent += 1) {
    rerender(<SendingStatus sending={{ state: 'sending', progress: percent / 100 }} />);
    const said = screen.getByRole('status').textContent;
    if (said !== announced.at(-1)) announced.push(said);
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(percent);
    if (percent < 100)
      expect(screen.getAllByText(`Uploading the replay: ${percent}%`).length).toBeGreaterThan(0);
  }
  const uploading = [0, 25, 50, 75].map((percent) => `Uploading the replay: ${percent}%`);
  expect(announced).toEqual(['Saving…', ...uploading, 'Saving…']);
});
