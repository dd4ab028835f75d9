/** Tools of staff next to posts, players and in the frame: who is offered which (Rule 2.7). */
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { StaffLinks } from '#islands/frame/StaffLinks.tsx';
import { StaffSlot } from '#islands/moderation/StaffSlot.tsx';
import { ReprocessReplay } from '#islands/post-view/ReplaySection.tsx';
import { loadSession, resetSession } from '#lib/stores/session/session.ts';
import { guid, makeFlags, makePlayer } from '#tests/support/builders.ts';
import { fakePlatform, settle } from '#tests/support/fake-platform.ts';

afterEach(() => {
  cleanup();
  resetSession();
});

it.each<[who: string, roles: string[] | null, offered: string[]]>([
  ['a visitor', null, []],
  ['a player', [], []],
  ['customer support', ['wg'], []],
  ['a moderator', ['mod'], ['Jobs', 'Platform bans', 'Mod actions', 'Warn…']],
  ['an administrator', ['admin'], ['Jobs', 'Recalculate metrics', 'Reprocess replay']],
  [
    'an administrator and moderator',
    ['admin', 'mod'],
    ['Jobs', 'Platform bans', 'Mod actions', 'Warn…', 'Recalculate metrics', 'Reprocess replay'],
  ],
])('offers %s with the roles %j: %j', async (_, roles, offered) => {
  resetSession();
  const platform = fakePlatform('/player/500000002,Borodino_Gunner', {
    user: roles === null ? undefined : { roles },
    writeCookie: () => {},
  });
  for (const list of ['bans/500000002?currentOnly=false&history=true', 'action/list?userId=500000002'])
    platform.answer(`GET /api/mod/${list}`, []);
  platform.answer('GET /api/mod/decisions?page=1&player=500000002', undefined, { status: 404 });
  platform.answer('GET /api/Profile/500000002', makeFlags({ id: 500_000_002 }));
  platform.answer('GET /api/report/counts/500000002', { about: 0, by: 0 });
  await loadSession();
  await act(async () => {
    render(
      <>
        <StaffLinks links={[{ label: 'Jobs', href: '/hangfire' }]} />
        <StaffSlot player={makePlayer({ id: 500_000_002 })} />
        <ReprocessReplay replayId={guid(2)} />
      </>,
    );
  });
  await settle();
  const names = () =>
    [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')].map(({ textContent }) =>
      textContent?.replace(/[\d–]+$/, ''),
    );
  await waitFor(() => expect(names()).toEqual(offered));
  const footer = screen.queryAllByRole('navigation', { name: 'Staff' });
  expect(footer.map((list) => list.querySelector('a')?.getAttribute('href'))).toEqual(
    offered.includes('Jobs') ? ['/hangfire'] : [],
  );
});
