import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { shipOf } from 'wows-replay/ships';
import { ShipLabel } from '#islands/ui/ShipLabel.tsx';

afterEach(cleanup);

/** The number of a Japanese ship of this class; the shift leaves a signed number. */
const numberOf = (kind: number): number => ((0xf00 << 20) | ((0x1f - kind) << 15) | 14_032) >>> 0;

it('gives each class of ships a silhouette of its own (Rule 30.52)', () => {
  const numbers = [0, 1, 2, 3, 18, 23].map(numberOf);
  expect(new Set(numbers.map((number) => shipOf(number)?.class)).size).toBe(6);
  const drawings = numbers.map((number) => {
    const { container } = render(<ShipLabel ship={number} name="Ship" />);
    return container.querySelector('svg[aria-hidden=true] path')?.getAttribute('d');
  });
  expect(new Set(drawings).size).toBe(6);
  expect(drawings).not.toContain(undefined);
});

it('has no silhouette for a number that is no ship (Rule 30.52)', () => {
  const { container } = render(<ShipLabel ship={0} />);
  expect(container.querySelector('svg')).toBeNull();
  expect(container.textContent).toBe('Unknown ship');
});
