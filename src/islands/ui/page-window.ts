/**
 * The page numbers to offer: at most `size` consecutive ones with `current` as near the middle as the
 * ends allow. Pages count from 1; empty when there is no page.
 */
export function pageWindow(current: number, total: number, size: number): number[] {
  const length = Math.min(size, Math.max(0, total));
  const first = Math.max(1, Math.min(current - Math.floor(size / 2), total - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}
