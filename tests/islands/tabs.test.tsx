import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Tabs } from '#islands/ui/Tabs.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

const IDS = ['received', 'sent'] as const;
type Id = (typeof IDS)[number];
const marked = () => screen.getByRole('link', { current: 'page' }).textContent;

function Screen({ opens }: { opens: (id: Id) => boolean }) {
  const [current, setCurrent] = useState<Id>('received');
  return (
    <Tabs
      label="Posts"
      ids={IDS}
      labels={{ received: 'Received', sent: 'Sent' }}
      current={current}
      hrefOf={(id) => `?tab=${id}`}
      countOf={() => undefined}
      onNavigate={(id) => opens(id) && setCurrent(id)}
    />
  );
}

it('marks a pressed tab at once, and changes the view one frame later', async () => {
  const opens = vi.fn(() => true);
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (drawn: FrameRequestCallback) => frames.push(drawn));
  render(<Screen opens={opens} />);
  await userEvent.click(screen.getByRole('link', { name: 'Sent' }));
  expect([marked(), opens.mock.calls]).toEqual(['Sent', []]);
  for (const drawn of frames) drawn(0);
  await vi.waitFor(() => expect(opens).toHaveBeenCalledWith('sent'));
  expect(marked()).toBe('Sent');
});

it('marks the current tab again when the screen stays in its view', async () => {
  const opens = vi.fn(() => false);
  render(<Screen opens={opens} />);
  await userEvent.click(screen.getByRole('link', { name: 'Sent' }));
  await vi.waitFor(() => expect(marked()).toBe('Received'));
  expect(opens).toHaveBeenCalledWith('sent');
});
