import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#lib/schemas/session.ts';
import { guid, makeFlags, makePlayer } from '#tests/support/builders.ts';
import { newPage } from '#tests/support/new-page.ts';
import { makeToken } from '#tests/support/token.ts';

afterEach(cleanup);
// Loading the modules takes longer than a test may.
beforeAll(() => import('#islands/moderation/BansDialog.tsx'), 60_000);

const PLAYER = { id: 500_000_002, username: 'Borodino_Gunner' };
const VIEWER = 500_000_003;
const PROFILE = `GET /api/Profile/${PLAYER.id}`;
const STAFF_SENTENCE = 'Only an administrator can change bans of an administrator or a moderator.';

const ban = {
  id: guid(1),
  userId: PLAYER.id,
  username: PLAYER.username,
  modId: VIEWER,
  modUsername: 'Cossack_Mod',
  reason: 'Insults.',
  bannedUntil: null,
  reverted: false,
  createdAt: '2026-01-10T12:00:00+00:00',
  updatedAt: null,
};

/** Opens the dialog of a player with these profile roles; null leaves them loading, 'fails' lets the request fail. */
async function open({ roles, profileRoles }: { roles: Role[]; profileRoles: number[] | null | 'fails' }) {
  const { $player, BansDialog, fakePlatform, settle } = await newPage(() => [
    import('#islands/moderation/BansDialog.tsx'),
    import('#lib/stores/profile/player-profile.ts'),
  ]);
  const token = makeToken({ id: VIEWER, username: 'Cossack_Mod', roles });
  const platform = fakePlatform(`/player/${PLAYER.id},${PLAYER.username}?moderation=bans`, {
    readCookies: () => `Auth_EU=${token}`,
  });
  const player = makePlayer(PLAYER);
  platform.answer('HEAD /api/Auth');
  platform.answer(`GET /api/Player/${PLAYER.id}?includeClanInfo=true`, player);
  platform.answer(`GET /api/Profile/${VIEWER}`, makeFlags({ id: VIEWER }));
  platform.answer(`GET /api/mod/bans/${PLAYER.id}?currentOnly=false&history=true`, [ban]);
  if (profileRoles === null) platform.hold(PROFILE);
  else if (profileRoles === 'fails') platform.answer(PROFILE, undefined, { status: 500 });
  else platform.answer(PROFILE, makeFlags({ id: PLAYER.id, profileRoles }));
  $player.listen(() => {});
  await settle();
  render(<BansDialog player={player} viewer={{ id: VIEWER, roles }} />);
  await waitFor(() => expect(screen.getByText('Insults.')).toBeTruthy());
}

const offered = () => ['Ban this player', 'Revert'].filter((name) => screen.queryByText(name) !== null);

describe('the bans of a player (Rule 11.13)', () => {
  it.each<[string, Role[], number[]]>([
    ['of an ordinary player, for a moderator', ['mod'], []],
    ['of an administrator, for an administrator', ['admin', 'mod'], [1]],
    ['of a moderator, for an administrator', ['admin', 'mod'], [2]],
  ])('can be added and reverted: %s', async (_, roles, profileRoles) => {
    await open({ roles, profileRoles });
    expect(offered()).toEqual(['Ban this player', 'Revert']);
    expect(screen.queryByText(STAFF_SENTENCE)).toBeNull();
  });

  it.each([[1], [2]])(
    'are read-only for a moderator when the player has role %i, with the reason',
    async (id) => {
      await open({ roles: ['mod'], profileRoles: [id] });
      expect(offered()).toEqual([]);
      expect(screen.getByText(STAFF_SENTENCE)).toBeTruthy();
    },
  );

  it('are read-only until the player’s roles are loaded', async () => {
    await open({ roles: ['mod'], profileRoles: null });
    expect(offered()).toEqual([]);
  });

  it('can be changed when the roles could not be loaded: the API decides', async () => {
    await open({ roles: ['mod'], profileRoles: 'fails' });
    expect(offered()).toEqual(['Ban this player', 'Revert']);
  });
});
