/** The screen of the latest posts: filters, pages, empty lists and the sign of live updates. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { guid, makeModAction, makePaging, makePost } from '#tests/support/builders.ts';
import { fakeHubs } from '#tests/support/fake-hub.ts';
import type { FakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { newPage } from '#tests/support/new-page.ts';

interface Scene {
  features?: readonly string[];
  roles?: string[] | undefined;
  posts?: ReturnType<typeof makePost>[];
  totalItems?: number;
  /** How often the hub refuses to connect. */
  refusals?: number;
  script?: (platform: FakePlatform) => void;
}

async function open(
  href: string,
  { features = ['sign-filter'], roles, posts = [makePost()], totalItems, refusals = 0, script }: Scene = {},
) {
  const page = await newPage(() => [
    import('#islands/feed/Feed.tsx'),
    import('#lib/stores/session/session.ts'),
  ]);
  const { screen, ...ui } = await import('@testing-library/react');
  const { userEvent: user } = await import('@testing-library/user-event');
  onTestFinished(ui.cleanup);
  const { createHub, failStarts } = fakeHubs();
  failStarts(refusals);
  const platform = page.fakePlatform(href, {
    createHub,
    sessionStorage: storageOf(new Map()),
    user: roles && { roles },
  });
  platform.answer('GET /api/features', { features });
  for (const size of [10, 100, 500])
    for (const sign of ['', '&sign=positive', '&sign=negative'])
      for (const others of ['', '&hasReplay=true', '&hideModActions=true'])
        platform.answer(`GET /api/Post/latest?page=1&pageSize=${size}${sign}${others}`, posts, {
          paging: makePaging({ pageSize: size, totalItems: totalItems ?? posts.length }),
        });
  script?.(platform);
  await page.loadSession();
  ui.render(<page.Feed />);
  const idle = () => ui.act(page.settle);
  await idle();
  const signs = () => screen.queryByRole('navigation', { name: 'Filter by rating' });
  return {
    ...{ page, platform, screen, ui, idle, signs },
    asked: () => platform.requests.flatMap((request) => request.split('GET /api/Post/latest?')[1] ?? []),
    current: () => ui.within(signs() as HTMLElement).getByRole('link', { current: true }).textContent,
    click: async (element: HTMLElement) => {
      await user.click(element);
      await idle();
    },
  };
}

test('one sign is chosen, or all posts, together with the other filters (Rule 7.8)', async () => {
  const { platform, screen, asked, current, click } = await open('/posts?sign=positive');
  expect(current()).toBe('Positive');
  await click(screen.getByLabelText('Has replay'));
  await click(screen.getByRole('link', { name: 'Negative' }));
  expect([platform.address(), current()]).toEqual(['/posts?sign=negative&hasReplay=true', 'Negative']);
  expect(asked().at(-1)).toBe('page=1&pageSize=10&sign=negative&hasReplay=true');
  expect(screen.getByRole('link', { name: 'All' }).getAttribute('href')).toBe('/posts?hasReplay=true');
  await click(screen.getByRole('link', { name: 'All' }));
  expect([platform.address(), current()]).toEqual(['/posts?hasReplay=true', 'All']);
});

test('the button shows the filters and counts those in use, next to the range (Rule 7.7)', async () => {
  const { screen, click } = await open('/posts?sign=positive', { totalItems: 4686 });
  const button = screen.getByRole('button', { name: 'Filters (1)' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  const filters = document.getElementById(button.getAttribute('aria-controls') ?? '');
  expect(filters?.textContent).toContain('Positive');
  expect(filters?.nextSibling?.textContent).toBe('1–1 of 4,686');
  await click(screen.getByLabelText('Has replay'));
  expect(button.textContent).toBe('Filters (2)');
  await click(screen.getByRole('link', { name: 'All' }));
  await click(screen.getByLabelText('Has replay'));
  expect(button.textContent).toBe('Filters');
});

test('the filters are there before the posts (Rule 7.9)', async () => {
  const latest = 'GET /api/Post/latest?page=1&pageSize=10';
  const { screen, signs } = await open('/posts', { script: ({ hold }) => void hold(latest) });
  expect(screen.queryByRole('article')).toBeNull();
  expect(signs()?.textContent).toBe('AllPositiveNeutralNegative');
});

test('an API that turns out to lack the filter by sign shows all posts, without it (Rule 7.9)', async () => {
  const { platform, screen, asked, signs } = await open('/posts?sign=positive', { features: ['ribbons'] });
  expect(signs()).toBeNull();
  expect(screen.getByRole('button', { name: 'Filters' })).toBeTruthy();
  expect(screen.getByLabelText('Has replay')).toBeTruthy();
  expect(asked()).toEqual(['page=1&pageSize=10&sign=positive', 'page=1&pageSize=10']);
  expect(platform.address()).toBe('/posts?sign=positive');
});

test.each([
  ['a visitor', undefined, '100', false],
  ['another player', [], '500', false],
  ['a moderator', ['mod'], '500', true],
])('%s has the page sizes and filters of their role (Rule 7.2)', async (_, roles, largest, mayExclude) => {
  const { platform, screen, asked, click } = await open('/posts?count=500', { roles });
  const sizes = screen.getByLabelText<HTMLSelectElement>('Per page');
  expect([sizes.value, sizes.lastElementChild?.textContent]).toEqual([largest, largest]);
  expect(asked()).toEqual([`page=1&pageSize=${largest}`]);
  const exclude = screen.queryByLabelText('Exclude Mod-Actions');
  expect(exclude !== null).toBe(mayExclude);
  if (exclude) {
    await click(exclude);
    expect(platform.address()).toBe('/posts?count=500&hideModActions=true');
  }
});

test.each([
  ['', false],
  ['?sign=positive', true],
  ['?hasReplay=true', true],
  ['?hideModActions=true', true],
])(
  'an empty list at /posts%s says so; if a filter is set, it offers all posts',
  async (query, isFiltered) => {
    const { platform, screen, click } = await open(`/posts${query}`, { posts: [], roles: ['mod'] });
    expect(screen.getByText('No posts found.')).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Latest posts, pages' })).toBeNull();
    const all = screen.queryByRole('link', { name: 'Show all posts' });
    expect(all?.getAttribute('href') ?? null).toBe(isFiltered ? '/posts' : null);
    if (all) await click(all);
    expect(platform.address()).toBe('/posts');
  },
);

test.each([
  [2, 'There is no page 9. This is the last page.'],
  [1, 'There is no page 9. This is the first page.'],
])('a page beyond the last of %i is named above the last one', async (totalPages, sentence) => {
  const paging = makePaging({ pageSize: 10, totalPages, totalItems: 12 });
  const { screen } = await open('/posts?page=9', {
    script: ({ answer }) => {
      answer('GET /api/Post/latest?page=9&pageSize=10', [], { status: 400, paging });
      answer('GET /api/Post/latest?page=2&pageSize=10', [makePost()], {
        paging: { ...paging, currentPage: 2 },
      });
    },
  });
  expect(screen.getByText(sentence)).toBeTruthy();
});

test('a removed post says in the list who removed it and why', async () => {
  const { screen, idle } = await open('/posts', {
    posts: [makePost({ id: guid(1), modLocked: true })],
    roles: ['mod'],
    script: ({ answer }) => answer(`GET /api/mod/action/list?postId=${guid(1)}`, [makeModAction()]),
  });
  await idle();
  expect(screen.getByText('Off topic.').parentElement?.textContent).toMatch(
    /^By Cossack_Mod, .+: Off topic\.$/,
  );
});

test('live updates that stopped are named, with a button that resumes them (Rule 14.4)', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { page, screen, ui, idle } = await open('/posts', { refusals: 5 });
  page.catchWarnings();
  await ui.act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText(/^Live updates have stopped\./).getAttribute('role')).toBe('status');
  expect(screen.getByRole('article')).toBeTruthy();
  ui.fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
  await idle();
  expect(screen.getByText('Live').getAttribute('role')).toBe('status');
});
