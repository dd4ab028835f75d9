import { describe, expect, test } from 'vitest';
import {
  canDeletePost,
  canEditPost,
  canIgnoreChecks,
  canModeratePost,
  canReportPost,
  canRevertAction,
  canSeeLockedInFeed,
  canSeeLockedPost,
  canSeeModeration,
  canSeeOptedOut,
  canSeeTicketId,
  isStaff,
  type Viewer,
} from '#lib/domain/permissions.ts';
import { canChangeReply, canDeleteReply, canReply } from '#lib/domain/replies.ts';

const AUTHOR = 1;
const PLAYER = 2;
const post = { author: { id: AUTHOR }, player: { id: PLAYER }, modLocked: false, readOnly: false };
const locked = { ...post, modLocked: true };
const readOnly = { ...post, readOnly: true };
const answered = { ...post, reply: {} };

const viewers = {
  visitor: null,
  author: { id: AUTHOR, roles: [] },
  player: { id: PLAYER, roles: [] },
  other: { id: 3, roles: [] },
  mod: { id: 4, roles: ['mod'] },
  admin: { id: 5, roles: ['admin'] },
  wg: { id: 6, roles: ['wg'] },
  'mod who wrote it': { id: AUTHOR, roles: ['mod'] },
  'mod it is about': { id: PLAYER, roles: ['mod'] },
  'admin and mod who wrote it': { id: AUTHOR, roles: ['admin', 'mod'] },
} as const satisfies Record<string, Viewer>;
type Name = keyof typeof viewers;

const allowed = (can: (viewer: Viewer) => boolean): Name[] =>
  (Object.keys(viewers) as Name[]).filter((name) => can(viewers[name]));

const banned = (viewer: Viewer): Viewer => viewer && { ...viewer, postsBanned: true };
const SUBJECTS: Name[] = ['player', 'mod it is about'];
const WRITERS: Name[] = ['author', 'mod who wrote it', 'admin and mod who wrote it'];
const MODS: Name[] = ['mod', 'mod who wrote it', 'mod it is about', 'admin and mod who wrote it'];
const STAFF: Name[] = ['mod', 'admin', 'mod who wrote it', 'mod it is about', 'admin and mod who wrote it'];

describe('Who may', () => {
  test.each<[string, (viewer: Viewer) => boolean, Name[]]>([
    ['be staff', isStaff, STAFF],
    ['edit a post (Rule 8.6)', (viewer) => canEditPost(viewer, post), WRITERS],
    ['edit a locked post (Rule 8.6)', (viewer) => canEditPost(viewer, locked), []],
    ['edit a read-only post (Rule 8.6)', (viewer) => canEditPost(viewer, readOnly), []],
    [
      'edit a post while banned (Rule 8.6)',
      (viewer) => canEditPost(viewer && { ...viewer, postsBanned: true }, post),
      [],
    ],
    [
      'delete a post while banned (Rule 8.6)',
      (viewer) => canDeletePost(viewer && { ...viewer, postsBanned: true }, post),
      WRITERS,
    ],
    ['delete a post (Rule 8.6)', (viewer) => canDeletePost(viewer, post), WRITERS],
    ['delete a locked post (Rule 8.6)', (viewer) => canDeletePost(viewer, locked), []],
    ['delete a read-only post (Rule 8.6)', (viewer) => canDeletePost(viewer, readOnly), WRITERS],
    [
      'moderate a post (Rules 8.7, 11.3)',
      (viewer) => canModeratePost(viewer, post),
      ['mod', 'admin and mod who wrote it'],
    ],
    ['moderate a post that was removed', (viewer) => canModeratePost(viewer, locked), []],
    ['report a post', (viewer) => canReportPost(viewer, post), ['player', 'other', 'admin', 'wg']],
    ['report a post that was removed', (viewer) => canReportPost(viewer, locked), []],
    [
      'read the ticket id (Rule 8.4)',
      (viewer) => canSeeTicketId(viewer, post),
      ['author', ...STAFF.slice(0, 2), 'wg', ...STAFF.slice(2)],
    ],
    ['see what an opted-out player hides', (viewer) => canSeeOptedOut(viewer, PLAYER), ['player', ...STAFF]],
    ['open a removed post', (viewer) => canSeeLockedPost(viewer, post), ['author', ...STAFF]],
    [
      'find a removed post in the feed (Rule 7.6)',
      (viewer) => canSeeLockedInFeed(viewer, post),
      ['author', ...MODS],
    ],
    ['answer a post', (viewer) => canReply(viewer, post), SUBJECTS],
    ['answer a read-only post', (viewer) => canReply(viewer, readOnly), []],
    ['answer a post twice', (viewer) => canReply(viewer, answered), []],
    ['change a reply', (viewer) => canChangeReply(viewer, { ...answered, readOnly: true }), SUBJECTS],
    ['change a reply to a removed post', (viewer) => canChangeReply(viewer, { ...answered, ...locked }), []],
    ['change a removed reply', (viewer) => canChangeReply(viewer, { ...post, reply: { removed: true } }), []],
    ['answer while opted out', (viewer) => canReply(viewer && { ...viewer, optedOut: true }, post), []],
    ['change a reply while banned', (viewer) => canChangeReply(banned(viewer), answered), []],
    ['delete a reply while banned', (viewer) => canDeleteReply(banned(viewer), answered), SUBJECTS],
    ['see bans and mod actions of a profile', canSeeModeration, MODS],
    ['skip checks (Rule 17.5)', canIgnoreChecks, STAFF],
  ])('%s', (_, can, names) => {
    expect(allowed(can)).toEqual(names);
  });
});

test('Staff revert mod actions, but not on posts by or about themselves (Rule 11.3)', () => {
  const update = { updatedPost: { player: { id: PLAYER } } };
  const others: Name[] = ['mod', 'admin', 'admin and mod who wrote it'];
  expect(allowed((viewer) => canRevertAction(viewer, update, AUTHOR))).toEqual(others);
  expect(allowed((viewer) => canRevertAction(viewer, { updatedPost: null }, AUTHOR))).toEqual([
    'mod',
    'admin',
    'mod it is about',
    'admin and mod who wrote it',
  ]);
});
