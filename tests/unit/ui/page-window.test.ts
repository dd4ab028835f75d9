import { describe, expect, it } from 'vitest';
import { pageWindow } from '#islands/ui/page-window.ts';

describe('The page numbers on offer', () => {
  it.each([
    [1, 10, [1, 2, 3, 4, 5]],
    [2, 10, [1, 2, 3, 4, 5]],
    [5, 10, [3, 4, 5, 6, 7]],
    [9, 10, [6, 7, 8, 9, 10]],
    [10, 10, [6, 7, 8, 9, 10]],
    [2, 3, [1, 2, 3]],
    [1, 0, []],
  ])('on page %i of %i are %j', (current, total, wanted) => {
    expect(pageWindow(current, total, 5)).toEqual(wanted);
  });
});
