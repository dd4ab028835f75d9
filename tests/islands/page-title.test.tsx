import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { listTitle, usePageTitle } from '#islands/ui/hooks/use-page-title.ts';
import { NotFound } from '#islands/ui/states/NotFound.tsx';

afterEach(cleanup);

function Titled({ name }: { name: string | undefined }) {
  usePageTitle(name);
  return null;
}

test.each(['Costs $& more', '$$$ for nothing', 'A · B', '$`'])(
  'puts the name %j unchanged before the site’s name, and replaces it with the next one',
  (name) => {
    document.title = 'Post · Fleet Karma EU';
    const { rerender } = render(<Titled name={undefined} />);
    expect(document.title).toBe('Post · Fleet Karma EU');
    rerender(<Titled name={name} />);
    expect(document.title).toBe(`${name} · Fleet Karma EU`);
    rerender(<Titled name="Next" />);
    expect(document.title).toBe('Next · Fleet Karma EU');
  },
);

test('numbers the pages of a list from the second one (Rule 2.31)', () => {
  expect([1, 2, 40].map((page) => listTitle('Latest Posts', page))).toEqual([
    'Latest Posts',
    'Latest Posts, page 2',
    'Latest Posts, page 40',
  ]);
});

test('names a page that does not exist (Rule 2.31)', () => {
  document.title = 'Clan · Fleet Karma EU';
  render(
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
});
