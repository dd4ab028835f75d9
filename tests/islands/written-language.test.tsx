import { act, cleanup, render, screen } from '@testing-library/react';
import { cleanStores } from 'nanostores';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { NotificationBody } from '#islands/frame/NotificationBody.tsx';
import { ActionList } from '#islands/moderation/ActionsDialog.tsx';
import { BanList } from '#islands/moderation/BansDialog.tsx';
import { TaskDialog } from '#islands/moderation/TaskDialog.tsx';
import { PostDialog } from '#islands/post-editor/PostDialog.tsx';
import { ChatLog } from '#islands/post-view/ChatLog.tsx';
import { ModActionNote } from '#islands/post-view/ModActionNote.tsx';
import { BannedNotice } from '#islands/settings/SettingsScreen.tsx';
import { LockMark } from '#islands/ui/post/PostMarks.tsx';
import { cancelTask } from '#lib/stores/profile/moderation-task.ts';
import { askOnProfile } from '#lib/stores/profile/profile-moderation.ts';
import { keepReason } from '#lib/stores/session/recent-reasons.ts';
import { resetSession } from '#lib/stores/session/session.ts';
import { $ownBan } from '#lib/stores/settings/own-ban.ts';
import { guid, makeBan, makeModAction, makePost } from '#tests/support/builders.ts';
import { fakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { openSignedIn } from '#tests/support/signed-in-page.ts';

afterEach(() => {
  cleanup();
  cancelTask();
  cleanStores($ownBan);
  resetSession();
});

/** A text by a user. */
const TEXT = 'Merci pour la couverture.';
const post = makePost({ title: TEXT, content: TEXT });
const action = makeModAction({ reason: TEXT });
const ban = makeBan({ reason: TEXT });
const sent = { id: guid(1), accountId: 1, emittedAt: '2026-01-11T09:30:00Z', acknowledgedAt: null };
const message = { playerId: 0, username: null, messageGroup: 'battle_team', messageContent: TEXT };

/** Renders the part, and returns the language of each place with the text. */
async function languages(part: ReactNode, text = TEXT) {
  await act(async () => void render(part));
  return screen.getAllByText(text).map((element) => element.closest('[lang]')?.getAttribute('lang'));
}

const PARTS: Record<string, ReactNode> = {
  'a line of the chat': <ChatLog messages={[message]} facts={null} post={post} />,
  'a moderator’s action': <ModActionNote action={action} />,
  'the note on a removed post': (
    <LockMark post={{ ...post, modLocked: true }} single={false} removal={action} />
  ),
  'the list of actions': (
    <ActionList actions={[{ ...action, updatedPost: post }]} viewer={null} authorId={1} />
  ),
  'the list of bans': <BanList bans={[ban]} mayRevert />,
  'a notification about a post': (
    <NotificationBody notification={{ ...sent, type: 2, postId: post.id, post }} />
  ),
  'a notification about a ban': (
    <NotificationBody notification={{ ...sent, type: 7, until: null, reason: TEXT }} />
  ),
  'the question before a deletion': <PostDialog dialog={{ kind: 'delete', post }} />,
  'a moderator’s deletion': <PostDialog dialog={{ kind: 'mod-delete', post }} />,
};

it.each(Object.entries(PARTS))('leaves the language of a user’s text open in %s', async (_, part) => {
  fakePlatform();
  expect(new Set(await languages(part))).toEqual(new Set(['']));
});

it('leaves the language of a reason open in the question about a ban', async () => {
  fakePlatform(`/player/${ban.userId},${ban.username}`);
  askOnProfile({ kind: 'revert-ban', ban });
  expect(await languages(<TaskDialog />)).toEqual(['']);
});

it('leaves the language of a reason open among those given before', async () => {
  fakePlatform('/', { localStorage: storageOf(new Map()) });
  const reason = 'Hors sujet.';
  keepReason(reason);
  expect(await languages(<PostDialog dialog={{ kind: 'mod-delete', post }} />, reason)).toEqual(['']);
});

it('leaves the language of a reason open in the notice for a banned user', async () => {
  const page = await openSignedIn({ flags: { postsBanned: true } });
  page.answer('GET /api/mod/bans/500000001?currentOnly=true', [ban]);
  expect(await languages(<BannedNotice />)).toEqual(['']);
});
