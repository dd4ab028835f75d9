import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ActionList } from '#islands/moderation/ActionsDialog.tsx';
import { PostDiff, TextDiff } from '#islands/moderation/TextDiff.tsx';
import { makeModAction, makePost } from '#tests/support/builders.ts';

afterEach(cleanup);

const texts = (selector: string) =>
  [...document.querySelectorAll(selector)].map((element) =>
    [...element.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ textContent }) => textContent)
      .join(''),
  );

describe('what changed in a text (Rule 28.52)', () => {
  it.each([
    ['English', 'You played badly, friend.', 'You played well, friend.', ['badly'], ['well']],
    ['Russian', 'Ты играл плохо и поздно.', 'Ты играл хорошо и поздно.', ['плохо'], ['хорошо']],
    ['nothing', 'The same.', 'The same.', [], []],
  ])('is shown by words: %s', (_, before, after, removed, added) => {
    render(<TextDiff before={before} after={after} />);
    expect(texts('del')).toEqual(removed);
    expect(texts('ins')).toEqual(added);
  });

  it('is read out with words for what was removed and added', () => {
    render(<TextDiff before="bad" after="good" />);
    expect(document.body.textContent).toBe(' [removed: bad]  [added: good] ');
  });

  it('shows both texts one after the other when comparing them takes too long', () => {
    const words = (seed: number) =>
      Array.from({ length: 20_000 }, (_, index) => `w${(index * seed) % 9_973}`).join(' ');
    render(<TextDiff before={words(7)} after={words(11)} />);
    expect(document.querySelectorAll('del, ins')).toHaveLength(2);
  });

  it('names the ratings that changed, and only those', () => {
    const after = makePost({ flairs: 4 });
    render(<PostDiff before={{ ...after, flairs: 8 }} after={after} />);
    expect(screen.getByRole('list', { name: 'Changed flairs' }).textContent).toContain('Teamplay');
    expect(texts('del')).toEqual(['negative']);
    expect(texts('ins')).toEqual(['positive']);
  });
});

describe('an edit in the list of actions (Rule 28.52)', () => {
  const after = makePost({ content: 'You played badly.' });
  const viewer = { id: 500_000_003, roles: ['mod'] as const };

  it('shows before and after, but not in front of an API without former texts', () => {
    const previousPost = { ...after, content: 'You played like a fool.' };
    const action = makeModAction({ actionType: 1, updatedPost: after, previousPost });
    const { rerender } = render(<ActionList actions={[action]} viewer={viewer} authorId={1} />);
    expect(screen.getByText('Before and after')).toBeTruthy();
    expect(texts('ins')).toEqual(['badly']);
    const plain = makeModAction({ actionType: 1, updatedPost: after });
    rerender(<ActionList actions={[plain]} viewer={viewer} authorId={1} />);
    expect(screen.queryByText('Before and after')).toBeNull();
  });
});
