import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useInterruptibleFirst, useNextFrame } from '#islands/ui/hooks/smooth-drawing.ts';

afterEach(cleanup);

type Remote = { status: 'loading' } | { status: 'ready'; value: string } | { status: 'failed' };
const ready = (value: string): Remote => ({ status: 'ready', value });

function Screen({ remote, drawn }: { remote: Remote; drawn: string[] }) {
  const shown = useInterruptibleFirst(remote);
  drawn.push(shown.status === 'ready' ? shown.value : shown.status);
  return null;
}

/** Renders a screen; the returned function gives it other data, and returns what it drew, in order. */
function watch(): (remote: Remote) => string[] {
  const { rerender } = render(<Screen remote={{ status: 'loading' }} drawn={[]} />);
  return (remote) => {
    const drawn: string[] = [];
    rerender(<Screen remote={remote} drawn={drawn} />);
    return drawn;
  };
}

it.each<[Remote, string]>([
  [ready('first'), 'first'],
  [{ status: 'failed' }, 'failed'],
])('draws the first data in a separate, interruptible render: %o', (answer, name) => {
  const draw = watch();
  expect(draw(answer)).toEqual(['loading', name]);
});

it('draws later data at once', () => {
  const draw = watch();
  draw(ready('first'));
  expect(draw(ready('second'))[0]).toBe('second');
  expect(draw({ status: 'loading' })[0]).toBe('loading');
});

function Details({ isOpen, drawn }: { isOpen: boolean; drawn: boolean[] }) {
  drawn.push(useNextFrame(isOpen));
  return null;
}

it('draws what a press opens one frame later', async () => {
  const drawn: boolean[] = [];
  const { rerender } = render(<Details isOpen={false} drawn={drawn} />);
  rerender(<Details isOpen drawn={drawn} />);
  expect(drawn).toEqual([false, false]);
  await waitFor(() => expect(drawn.at(-1)).toBe(true));
});
