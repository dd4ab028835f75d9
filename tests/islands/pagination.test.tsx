import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Pagination } from '#islands/ui/Pagination.tsx';

afterEach(cleanup);

function show(current: number, total: number) {
  const onNavigate = vi.fn();
  render(
    <Pagination
      current={current}
      total={total}
      hrefOf={(page) => `?page=${page}`}
      onNavigate={onNavigate}
      label="Posts"
    />,
  );
  return onNavigate;
}
const names = () => screen.queryAllByRole('link').map((link) => link.getAttribute('aria-label'));

it.each([
  [1, 10, [1, 2, 3, 4, 5]],
  [2, 10, [1, 2, 3, 4, 5]],
  [5, 10, [3, 4, 5, 6, 7]],
  [9, 10, [6, 7, 8, 9, 10]],
  [10, 10, [6, 7, 8, 9, 10]],
  [2, 3, [1, 2, 3]],
  [1, 1, []],
  [1, 0, []],
])('on page %i of %i, links to the pages %j (Rule 7.4)', (current, total, pages) => {
  show(current, total);
  const numbers = names().flatMap((name) => name?.match(/^Page (\d+)$/)?.[1] ?? []);
  expect(numbers.map(Number)).toEqual(pages);
});

it('marks the current page', () => {
  show(2, 3);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('2');
});

it.each([
  [1, ['Next page', 'Last page']],
  [2, ['First page', 'Previous page', 'Next page', 'Last page']],
  [3, ['First page', 'Previous page']],
])('on page %i of 3, links to %j besides the numbers (Rule 7.4)', (current, steps) => {
  show(current, 3);
  expect(names().filter((name) => !name?.startsWith('Page '))).toEqual(steps);
});

it('calls onNavigate on a plain click and leaves other clicks to the browser', async () => {
  const onNavigate = show(1, 3);
  const user = userEvent.setup();
  await user.click(screen.getByRole('link', { name: 'Last page' }));
  expect(onNavigate.mock.calls).toEqual([[3]]);
  await user.keyboard('{Control>}');
  await user.click(screen.getByRole('link', { name: 'Page 2' }));
  expect(onNavigate).toHaveBeenCalledOnce();
});
