/** Scripts write title and addresses into the head (Rules 2.31 and 23.14). */
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listTitle, usePageTitle } from '#islands/ui/hooks/use-page-title.ts';
import { useCanonical, useNoindex } from '#islands/ui/hooks/use-search-engines.ts';
import { NotFound } from '#islands/ui/states/NotFound.tsx';

beforeEach(() => {
  document.documentElement.dataset.site = 'https://example.org';
  document.title = 'Post · Fleet Karma EU';
});
afterEach(() => {
  cleanup();
  document.head.replaceChildren();
});

interface Head {
  name?: string;
  path?: string;
  isHidden?: boolean;
}

function Page({ name, path, isHidden = false }: Head) {
  usePageTitle(name);
  useCanonical(path);
  useNoindex(isHidden);
  return null;
}

const inHead = (): string => document.head.innerHTML;

test.each(['Costs $& more', '$$$ for nothing', 'A · B', '$`'])(
  'puts the name %j unchanged before the site’s name, and replaces it with the next one',
  (name) => {
    const { rerender } = render(<Page />);
    expect(document.title).toBe('Post · Fleet Karma EU');
    for (const next of [name, 'Next']) {
      rerender(<Page name={next} />);
      expect(document.title).toBe(`${next} · Fleet Karma EU`);
    }
  },
);

test('numbers the pages of a list from the second one', () => {
  expect([1, 2, 40].map((page) => listTitle('Latest Posts', page))).toEqual([
    'Latest Posts',
    'Latest Posts, page 2',
    'Latest Posts, page 40',
  ]);
});

test('a page has one canonical address, with the name that its data has', () => {
  document.head.innerHTML = '<link rel="canonical" href="https://example.org/player/1,Old">';
  const { rerender } = render(<Page />);
  expect(inHead()).toContain('/player/1,Old');
  for (const name of ['New', 'Newer']) {
    rerender(<Page path={`/player/1,${name}`} />);
    expect(inHead()).toBe(`<link rel="canonical" href="https://example.org/player/1,${name}">`);
  }
});

test('a player who opted out is kept out of search engines until they opt in', () => {
  document.head.replaceChildren();
  const { rerender } = render(<Page isHidden />);
  expect(inHead()).toBe('<meta name="robots" content="noindex">');
  rerender(<Page />);
  expect(inHead()).toBe('');
});

test('a page that does not exist is named, and kept out of search engines while it is shown', () => {
  const { unmount } = render(
    <NotFound
      heading="Clan not found"
      sentence="Sorry, no clan was found."
      href="/clan"
      action="Search clans"
    >
      It may have been disbanded.
    </NotFound>,
  );
  expect(document.title).toBe('Clan not found · Fleet Karma EU');
  expect(inHead()).toContain('<meta name="robots" content="noindex">');
  unmount();
  expect(inHead()).not.toContain('robots');
});
