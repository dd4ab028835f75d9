import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Karma } from '#islands/ui/Karma.tsx';

afterEach(cleanup);

it.each([
  [5, '+5', 'positive'],
  [-5, '−5', 'negative'],
  [0, '0', 'warning'],
  [null, 'N/A', 'warning'],
])('shows karma %s as %s, with its sign and in the colour %s (Rule 10.5)', (value, text, tone) => {
  render(<Karma value={value} />);
  expect(screen.getByText(text).className.split(' ')).toContain(tone);
});
