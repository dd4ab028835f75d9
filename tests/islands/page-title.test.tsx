import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { usePageTitle } from '#islands/ui/hooks/use-page-title.ts';

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
