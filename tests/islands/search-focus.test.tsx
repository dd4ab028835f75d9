/** Where the focus is after a button of a search that disappears. */
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SiteSearch } from '#islands/frame/SiteSearch.tsx';
import { RecentVisits } from '#islands/search/RecentVisits.tsx';
import { clearRecents, rememberVisit } from '#lib/stores/search/recents.ts';
import { catchWarnings, type FakePlatform, fakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';

let platform: FakePlatform;

beforeEach(() => {
  platform = fakePlatform('/', { localStorage: storageOf(new Map()) });
  rememberVisit({ kind: 'clan', id: 7, name: 'Invented Fleet', tag: 'INV' });
});
afterEach(() => {
  cleanup();
  clearRecents();
});

const field = () => screen.getByRole('combobox', { name: 'Search players and clans' });

/** Presses a button with the keyboard. */
async function press(name: string): Promise<void> {
  (await screen.findByRole('button', { name })).focus();
  await userEvent.keyboard('{Enter}');
}

it('the focus moves to the place around the recent visits when they are cleared', async () => {
  render(
    <main tabIndex={-1}>
      <RecentVisits kind="clan" />
    </main>,
  );
  await press('Clear');
  expect(screen.queryByText('Recently visited')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('the focus moves to the field of the search of every page when its visits are cleared', async () => {
  render(<SiteSearch />);
  await userEvent.click(field());
  await press('Clear');
  expect(screen.getByText('Players and clans that you visit appear here.')).toBeTruthy();
  expect(document.activeElement).toBe(field());
});

it('the focus moves to the field of the search of every page when a failed search is repeated', async () => {
  catchWarnings();
  platform.cut('GET /api/Player/search/Aurora');
  platform.answer('GET /api/Clan/search/Aurora?results=5', []);
  render(<SiteSearch />);
  await userEvent.type(field(), 'Aurora');
  await press('Try again');
  expect(document.activeElement).toBe(field());
});
