/** The staff's links in the footer (Rule 2.7). */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { StaffLinks } from '#islands/frame/StaffLinks.tsx';
import { loadSession, resetSession } from '#lib/stores/session/session.ts';
import { makeFlags } from '#tests/support/builders.ts';
import { fakePlatform } from '#tests/support/fake-platform.ts';
import { makeToken } from '#tests/support/token.ts';

afterEach(cleanup);

it.each([
  [['admin'], 1],
  [['mod'], 1],
  [['wg'], 0],
  [[], 0],
  [null, 0],
])('roles %j: %i list of links', async (roles, lists) => {
  resetSession();
  const platform = fakePlatform('/', {
    readCookies: () => (roles === null ? '' : `Auth_EU=${makeToken({ roles })}`),
  });
  platform.answer('HEAD /api/Auth');
  platform.answer('GET /api/Profile/500000001', makeFlags());
  await loadSession();
  render(<StaffLinks links={[{ label: 'Background jobs', href: 'https://api.test/hangfire' }]} />);
  expect(screen.queryAllByRole('navigation', { name: 'Staff' })).toHaveLength(lists);
  const hrefs = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(Array(lists).fill('https://api.test/hangfire'));
});
