/** The page "Decisions about you" (Rule 31.41). */
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { guid } from '#tests/support/builders.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { newPage } from '#tests/support/new-page.ts';

afterEach(cleanup);

const AT = '2026-01-10T12:00:00+00:00';
const [AUTHOR, PLAYER] = [
  { id: 500_000_001, username: 'Aurora_Captain' },
  { id: 500_000_002, username: 'Borodino_Gunner' },
];
const POST = { id: guid(21), title: 'Rammed me', author: AUTHOR, player: PLAYER };
const entry = { id: guid(1), kind: 'removed', post: POST, createdAt: AT, revertedAt: null, objection: null };
const objection = { id: guid(2), words: 'No.', createdAt: AT, reason: null, decidedAt: null };
const LIST = 'GET /api/decisions?page=';
const text = () => document.body.textContent ?? '';

async function open(address: string, answers: Record<string, object | number>, features?: string) {
  const page = await newPage(() => [
    import('#islands/statement/StatementScreen.tsx'),
    import('#lib/stores/session/session.ts'),
  ]);
  const sessionStorage = storageOf(new Map(features === undefined ? [] : [['features', features]]));
  const platform = page.fakePlatform(address, { user: { id: AUTHOR.id, roles: [] }, sessionStorage });
  for (const [path, value] of Object.entries(answers))
    if (typeof value === 'number') platform.answer(path, { title: 'No.' }, { status: value });
    else platform.answer(path, value);
  await page.loadSession();
  render(<page.StatementScreen route="decisions" />);
  const idle = async () => {
    for (let round = 0; round < 4; round += 1) await act(page.settle);
  };
  await idle();
  return { platform, idle };
}

it('lists decisions with their post and objection, and further pages, also after a failure', async () => {
  const entries = [
    { ...entry, isWarning: true, objection: { ...objection, verdict: 'upheld' } },
    {
      ...entry,
      id: guid(3),
      kind: 'kept',
      post: null,
      revertedAt: AT,
      objection: { ...objection, verdict: null },
    },
  ];
  const { platform, idle } = await open('/decisions', { [`${LIST}1`]: 500 });
  expect(text()).toContain('Couldn’t load the decisions about you.');
  platform.answer(`${LIST}1`, { entries, hasMore: true });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await idle();
  const [first, second] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toMatch(
    /^Post removed, with a warning.*Objection refusedRammed me, by Aurora_Captain about Bor/,
  );
  expect(second).toMatch(/^Post kept.*RevertedObjection open$/);
  const link = (name: string) => screen.getByRole('link', { name });
  expect(link('Post kept').getAttribute('href')).toBe(`/decisions/${guid(3)}`);
  platform.answer(`${LIST}2`, { entries: [], hasMore: false });
  await userEvent.click(link('Next page'));
  await idle();
  expect([platform.address(), text().includes('No more decisions.')]).toEqual(['/decisions?page=2', true]);
});

it('says that there are none, and requests nothing without the feature', async () => {
  await open('/decisions?page=x', { [`${LIST}1`]: { entries: [], hasMore: false } });
  expect([screen.getByRole('heading').textContent, text()]).toMatchObject([
    'Decisions about you',
    expect.stringContaining('No decisions about you.'),
  ]);
  cleanup();
  const { platform } = await open('/decisions', {}, 'statements');
  expect(text()).toContain('This region has no list of decisions.');
  expect(platform.requests).not.toContain(`${LIST}1`);
});
