/** Scripts write into the head for search engines (Rules 23.13 and 23.14). */
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useCanonical, useNoindex } from '#islands/ui/hooks/use-search-engines.ts';
import { NotFound } from '#islands/ui/states/NotFound.tsx';

beforeEach(() => {
  document.documentElement.dataset.site = 'https://example.org';
});
afterEach(() => {
  cleanup();
  document.head.replaceChildren();
});

function Profile({ path, isHidden }: { path: string | undefined; isHidden: boolean }) {
  useCanonical(path);
  useNoindex(isHidden);
  return null;
}

const inHead = (): string => document.head.innerHTML;

test('a page has one canonical address, with the name that its data has', () => {
  document.head.innerHTML = '<link rel="canonical" href="https://example.org/player/1,Old">';
  const { rerender } = render(<Profile path={undefined} isHidden={false} />);
  expect(inHead()).toContain('/player/1,Old');
  for (const name of ['New', 'Newer']) {
    rerender(<Profile path={`/player/1,${name}`} isHidden={false} />);
    expect(inHead()).toBe(`<link rel="canonical" href="https://example.org/player/1,${name}">`);
  }
});

test('a player who opted out is kept out of search engines until they opt in', () => {
  const { rerender } = render(<Profile path={undefined} isHidden />);
  expect(inHead()).toBe('<meta name="robots" content="noindex">');
  rerender(<Profile path={undefined} isHidden={false} />);
  expect(inHead()).toBe('');
});

test('a page that does not exist is kept out of search engines while it is shown', () => {
  const { unmount } = render(
    <NotFound
      heading="Post not found"
      sentence="Sorry, no post was found."
      href="/posts"
      action="Latest posts"
    >
      It may have been deleted.
    </NotFound>,
  );
  expect(inHead()).toContain('<meta name="robots" content="noindex">');
  unmount();
  expect(inHead()).not.toContain('robots');
});
