/** The bar of filters above the feed (Rules 7.7 to 7.9). */

import { useStore } from '@nanostores/react';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { cleanStores } from 'nanostores';
import { afterEach, expect, test } from 'vitest';
import { FeedFilters } from '#islands/feed/FeedFilters.tsx';
import { $address } from '#lib/stores/core/address.ts';
import { $feed } from '#lib/stores/posts/feed.ts';
import { $feedView, $filtersSigns } from '#lib/stores/posts/feed-view.ts';
import { makePaging, makePost } from '#tests/support/builders.ts';
import { type FakePlatform, fakePlatform, settle } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';

let platform: FakePlatform;
afterEach(() => {
  cleanup();
  cleanStores($feed, $feedView, $filtersSigns, $address);
});

function Bar() {
  return <FeedFilters view={useStore($feedView)} viewer={null} />;
}

async function open(href: string, features: readonly string[] = ['sign-filter']): Promise<void> {
  platform = fakePlatform(href, { sessionStorage: storageOf(new Map()) });
  platform.answer('GET /api/features', { features });
  for (const sign of ['', '&sign=positive', '&sign=negative'])
    platform.answer(`GET /api/Post/latest?page=1&pageSize=10${sign}`, [makePost()], {
      paging: makePaging({ pageSize: 10, totalItems: 1 }),
    });
  $feed.listen(() => {});
  render(<Bar />);
  await act(settle);
}

const signs = () => screen.queryByRole('navigation', { name: 'Filter by rating' });
const current = () =>
  signs() && within(signs() as HTMLElement).getByRole('link', { current: true }).textContent;

test('one sign is chosen, or all posts (Rule 7.8)', async () => {
  await open('/posts?sign=positive');
  expect(current()).toBe('Positive');
  await userEvent.click(screen.getByRole('link', { name: 'Negative' }));
  await act(settle);
  expect([platform.address(), current()]).toEqual(['/posts?sign=negative', 'Negative']);
  expect(screen.getByRole('link', { name: 'All' }).getAttribute('href')).toBe('/posts');
  await userEvent.click(screen.getByRole('link', { name: 'All' }));
  await act(settle);
  expect([platform.address(), current()]).toEqual(['/posts', 'All']);
});

test('the button shows the filters and counts those in use (Rule 7.7)', async () => {
  await open('/posts?sign=positive');
  const button = screen.getByRole('button', { name: 'Filters (1)' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.textContent).toContain(
    'Positive',
  );
  await userEvent.click(screen.getByRole('link', { name: 'All' }));
  expect(button.textContent).toBe('Filters');
});

test('an API without the feature shows no filter by sign (Rule 7.9)', async () => {
  await open('/posts?sign=positive', ['ribbons']);
  expect(signs()).toBeNull();
  expect(screen.getByRole('button', { name: 'Filters' })).toBeTruthy();
  expect(screen.getByLabelText('Has replay')).toBeTruthy();
});
