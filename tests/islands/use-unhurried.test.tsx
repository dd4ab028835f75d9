import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useUnhurried } from '#islands/ui/hooks/use-unhurried.ts';

afterEach(cleanup);

type Remote = { status: 'loading' } | { status: 'ready'; value: string } | { status: 'failed' };
const ready = (value: string): Remote => ({ status: 'ready', value });

function Screen({ remote, drawn }: { remote: Remote; drawn: string[] }) {
  const shown = useUnhurried(remote);
  drawn.push(shown.status === 'ready' ? shown.value : shown.status);
  return null;
}

/** Gives a screen other data; the function answers what it drew for them, in order. */
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
])('the first answer waits for a drawing of its own, which can be interrupted: %o', (answer, name) => {
  const draw = watch();
  expect(draw(answer)).toEqual(['loading', name]);
});

it('what comes later is drawn at once', () => {
  const draw = watch();
  draw(ready('first'));
  expect(draw(ready('second'))[0]).toBe('second');
  expect(draw({ status: 'loading' })[0]).toBe('loading');
});
