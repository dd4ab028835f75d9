// Rule 16.7
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { type Code, useCode } from '#islands/ui/hooks/use-code.ts';
import { lazyPart } from '#islands/ui/states/LazyPart.tsx';
import { setRuntime } from '#lib/runtime.ts';

afterEach(cleanup);

function show(load: () => Promise<() => string>, page: () => Promise<Response> = async () => new Response()) {
  const reload = vi.fn();
  const restore = setRuntime({ reload, fetch: page });
  const Part = lazyPart('the part', load);
  render(<Part />);
  return { reload, restore };
}
const tryAgain = async () => userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
const refuse = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

it('reloads the page when a retry fails, too (Rule 16.7)', async () => {
  const { reload, restore } = show(refuse);
  await screen.findByText('Couldn’t load the part.');
  expect(reload).not.toHaveBeenCalled();
  await tryAgain();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  restore();
});

it.each([
  ['has no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['gets an error', async () => new Response('', { status: 503 })],
])('keeps the page while the browser %s (Rule 16.7)', async (_, page) => {
  const asked = vi.fn(page);
  const { reload, restore } = show(refuse, asked);
  await tryAgain();
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
  expect(await screen.findByText('Couldn’t load the part.')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  restore();
});

it('shows the part after a retry that loads its code (Rule 16.7)', async () => {
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(() => 'Here it is');
  const { reload, restore } = show(load);
  await tryAgain();
  expect(await screen.findByText('Here it is')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  restore();
});

const slow: Code<() => string> = { load: () => new Promise(() => {}) };

/** A part whose code arrives after it was drawn, before the effects of that drawing run. */
function Overtaken() {
  const { loaded: Inner } = useCode(slow);
  slow.loaded ??= () => 'Here it is';
  return Inner ? <Inner /> : 'Loading';
}

it('draws a part that loaded after it was drawn without it', async () => {
  render(<Overtaken />);
  expect(await screen.findByText('Here it is')).toBeTruthy();
});

it('loads a part before it is drawn', async () => {
  const load = vi.fn(async () => () => 'Here it is');
  const Part = lazyPart('the part', load);
  Part.preload();
  await waitFor(() => expect(load).toHaveBeenCalled());
  await load.mock.results[0]?.value;
  render(<Part />);
  expect(screen.getByText('Here it is')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

it.each<[string, (Part: ReturnType<typeof lazyPart>) => void]>([
  ['pointed at', ({ preload }) => preload()],
  ['opened', (Part) => void render(<Part />)],
])('loads the code of a framed part after the frame in which it is %s', async (_, start) => {
  const load = vi.fn(async () => () => 'Here it is');
  start(lazyPart('the part', load, null, 'section'));
  expect(load).not.toHaveBeenCalled();
  await waitFor(() => expect(load).toHaveBeenCalled());
});
