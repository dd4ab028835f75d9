import { describe, expect, it } from 'vitest';
import { PRECACHED_PAGES, storedPage } from '#lib/domain/stored-pages.ts';

describe('the stored page of a path (Rule 2.42)', () => {
  it.each([
    ['/', '/'],
    ['/posts', '/posts'],
    ['/posts/', '/posts'],
    ['/posts/1254e2b7-f830-4764-bb05-9f2755ca057e', '/posts/_'],
    ['/posts/view/7', '/posts/_'],
    ['/player/1,Name', '/player/_'],
    ['/player', '/player'],
    ['/clan/501,A-B-Waves', '/clan/_'],
    ['/guidelines', '/guidelines'],
  ])('%s is %s', (path, address) => {
    expect(storedPage(path)).toBe(address);
  });

  it.each(['/login', '/logout', '/settings', '/unauthorized', '/forbidden', '/nothing/here'])(
    '%s has none',
    (path) => {
      expect(storedPage(path)).toBeNull();
    },
  );

  it('is in advance that of profiles, posts and the feed', () => {
    expect(PRECACHED_PAGES).toEqual([
      { address: '/player/_', shell: 'player/_/index.html' },
      { address: '/posts', shell: 'posts/index.html' },
      { address: '/posts/_', shell: 'posts/_/index.html' },
    ]);
  });
});
