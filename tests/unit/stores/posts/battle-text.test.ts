import { describe, expect, test } from 'vitest';
import { clockOf } from '#lib/battle/clock.ts';
import { parseMarkdown } from '#lib/markdown/markdown.ts';
import { linkMoments } from '#lib/stores/posts/battle-text.ts';
import { makeTimeline } from '#tests/support/timelines.ts';

/** The links to moments in a text, as `text -> address`. */
function momentsIn(source: string): string[] {
  const shown: number[] = [];
  const link = linkMoments(clockOf(makeTimeline()), {
    hrefOf: (seconds) => `?t=${seconds}`,
    show: (seconds) => shown.push(seconds),
  });
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value && value.type === 'moment') {
      const moment = value as unknown as { text: string; href: string; show: () => void };
      moment.show();
      found.push(`${moment.text} -> ${moment.href} -> ${shown.at(-1)}`);
    }
    Object.values(value).forEach(visit);
  };
  visit(link(parseMarkdown(source)));
  return found;
}

describe('times in a post (Rule 25.36)', () => {
  test.each([
    ['a paragraph', 'Left at 14:30.'],
    ['bold text', 'Left **at 14:30**.'],
    ['a heading', '# At 14:30'],
    ['a list', '- one\n- at 14:30'],
    ['a quote', '> at 14:30'],
    ['a table', '| a | b |\n| - | - |\n| 14:30 | x |'],
  ])('are links in %s', (_, source) => {
    expect(momentsIn(source)).toEqual(['14:30 -> ?t=330 -> 330']);
  });

  test.each([
    ['code', '`14:30`'],
    ['a code block', '```\n14:30\n```'],
    ['a link', '[14:30](https://example.test)'],
  ])('stay text in %s', (_, source) => {
    expect(momentsIn(source)).toEqual([]);
  });
});
