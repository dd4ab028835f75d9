/** Ribbons of the profile, of search results and of the clan table (Rule 5.13). */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ProfileRibbon } from '#islands/player-profile/ProfileRibbon.tsx';
import { Ribbon } from '#islands/ui/Ribbon.tsx';
import type { RibbonPost } from '#lib/schemas/player.ts';

afterEach(cleanup);

const ids = ['a', 'b', 'c'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`);
const posts: RibbonPost[] = [
  { id: ids[0] as string, sign: 1 },
  { id: ids[1] as string, sign: 0 },
  { id: ids[2] as string, sign: -1 },
];
const links = () => screen.getAllByRole('link');
const press = (key: string, options = {}) =>
  fireEvent.keyDown(document.activeElement as Element, { key, ...options });
const focused = () => document.activeElement?.textContent;

describe('the ribbon of a profile', () => {
  it('links each post, oldest first, and counts them', () => {
    render(<ProfileRibbon posts={posts} />);
    expect(links().map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      [`/posts/${ids[0]}`, 'Post 1 of 3: positive'],
      [`/posts/${ids[1]}`, 'Post 2 of 3: neutral'],
      [`/posts/${ids[2]}`, 'Post 3 of 3: negative'],
    ]);
  });

  it('is one tab stop, at the latest post; arrow keys, Home and End move along it', () => {
    render(<ProfileRibbon posts={posts} />);
    expect(links().map((link) => link.tabIndex)).toEqual([-1, -1, 0]);
    links()[2]?.focus();
    press('ArrowRight');
    expect(focused()).toBe('Post 3 of 3: negative');
    press('ArrowLeft');
    expect(focused()).toBe('Post 2 of 3: neutral');
    expect(links().map((link) => link.tabIndex)).toEqual([-1, 0, -1]);
    press('Home');
    expect(focused()).toBe('Post 1 of 3: positive');
    press('End');
    expect(focused()).toBe('Post 3 of 3: negative');
  });

  it('leaves the browser’s own keys alone', () => {
    render(<ProfileRibbon posts={posts} />);
    links()[2]?.focus();
    press('ArrowLeft', { altKey: true });
    expect(focused()).toBe('Post 3 of 3: negative');
  });

  it('says that there are no posts', () => {
    render(<ProfileRibbon posts={[]} />);
    expect(screen.getByText('No posts about this player yet.')).toBeTruthy();
  });
});

it('A small ribbon of few posts ends at the right, with the newest (Rule 30.53)', () => {
  const { container } = render(<Ribbon signs={[1]} />);
  const [positive] = container.querySelectorAll('path');
  expect(positive?.getAttribute('d')).toBe('M88 7V1');
});

it('A small ribbon says in words how many posts are positive, neutral and negative', () => {
  render(<Ribbon signs={[1, 1, -1]} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'Recent posts: 2 positive, 0 neutral, 1 negative',
  );
});
