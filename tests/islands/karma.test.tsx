import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Karma } from '#islands/ui/Karma.tsx';

afterEach(cleanup);

it.each([
  [5, '+5', 'positive'],
  [-5, '-5', 'negative'],
  [0, '0', 'warning'],
  [null, 'N/A', 'warning'],
  [Number.NaN, 'N/A', 'warning'],
])(
  'Karma %s reads %s and is in the colour of %s: the sign is there without it (Rule 10.5)',
  (value, text, tone) => {
    render(<Karma value={value} />);
    expect(screen.getByText(text).className.split(' ')).toContain(tone);
  },
);
