import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { formatShort } from '#lib/domain/dates.ts';
import type { PostForm, PostFormValues } from '#lib/schemas/forms/post-form.ts';
import type { EditorDialog } from '#lib/stores/posts/post-editor.ts';
import { guid, makeFlags, makePost } from '#tests/support/builders.ts';
import type { FakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { newPage } from '#tests/support/new-page.ts';
import { makeToken } from '#tests/support/token.ts';

const openPage = () =>
  newPage(() => [
    import('#lib/stores/posts/post-editor.ts'),
    import('#lib/stores/posts/mod-editor.ts'),
    import('#lib/stores/posts/post-dialog.ts'),
    import('#lib/stores/session/session.ts'),
    import('#lib/stores/profile/moderation-task.ts'),
    import('#lib/stores/posts/deleted-posts.ts'),
    import('#lib/stores/posts/moderated.ts'),
  ]);
let page: Awaited<ReturnType<typeof openPage>>;
let platform: FakePlatform;
let stored: Map<string, string>;
let reloads: number;
let uploads: FakeUpload[];
let sent: RequestInit[];
/** `sessionStorage`. */
let tab: Map<string, string>;

/** An upload whose progress and answer the test controls. */
class FakeUpload {
  upload: { onprogress?: (event: unknown) => void } = {};
  status = 0;
  responseText = '';
  body: FormData | undefined;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  open(): void {}
  setRequestHeader(): void {}
  getResponseHeader = () => 'application/json';
  send(body: FormData): void {
    this.body = body;
  }
  abort(): void {
    this.onabort?.();
    this.onloadend?.();
  }
  progress(loaded: number, total: number): void {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total });
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
    this.onloadend?.();
  }
}

const CREATE = 'POST /api/Post';
const UPDATE = 'PUT /api/Post';
const target = { id: 500_000_002, username: 'Borodino_Gunner' };
const about = { kind: 'create', player: target } as const;
const own = makePost({ id: guid(1), flairs: 8, supportTicketStatus: { hasTicket: true, ticketId: '77' } });
const edit = { kind: 'edit', post: own } as const;
const NEUTRAL = { performance: null, teamplay: null, courtesy: null };
const form = (overrides: Partial<PostForm> = {}): PostForm => ({
  title: 'A fair fight',
  content: 'x'.repeat(50),
  flairs: NEUTRAL,
  ticketId: null,
  replay: null,
  guidelinesAccepted: true,
  ...overrides,
});
const typed: PostFormValues = {
  title: 'Half a tit',
  content: 'Some',
  flairs: NEUTRAL,
  ticketId: '',
  replay: null,
  guidelinesAccepted: false,
};

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await page.settle();
}

async function signedIn(token = makeToken()): Promise<void> {
  platform = page.fakePlatform('/player/500000002,Borodino_Gunner', {
    readCookies: () => `Auth_EU=${token}`,
    localStorage: storageOf(stored),
    sessionStorage: storageOf(tab),
    reload: () => {
      reloads += 1;
    },
    createUpload: () => {
      const upload = new FakeUpload();
      uploads.push(upload);
      return upload as unknown as XMLHttpRequest;
    },
  });
  platform.answer('HEAD /api/Auth');
  platform.answer(`GET /api/mod/action/list?postId=${guid(1)}`, undefined, { status: 204 });
  platform.answer('GET /api/Profile/500000001', makeFlags());
  const { runtime } = await import('#lib/runtime.ts');
  const { fetch } = runtime;
  runtime.fetch = (url, init) => {
    sent.push(init);
    return fetch(url, init);
  };
  await page.loadSession();
  page.openNewPost(target);
}

beforeEach(async () => {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { scrollY: 0 }));
  vi.stubGlobal('document', { getElementById: () => null });
  page = await openPage();
  stored = new Map();
  tab = new Map();
  reloads = 0;
  uploads = [];
  sent = [];
  await signedIn();
});
afterEach(() => vi.unstubAllGlobals());

/** Keeps a draft, as the editor does. */
const keep = (dialog: EditorDialog, values: PostFormValues): void =>
  page.postDraft<PostFormValues>(dialog).keep(values, page.originalValues(dialog));
const readDraft = (dialog: EditorDialog) => page.postDraft<PostFormValues>(dialog).read();

const revert = async (): Promise<void> => {
  const action = { id: guid(7), postId: guid(1), actionType: 0, modId: 1, modUsername: 'M' } as const;
  page.askOnPost({ ...action, reason: '', updatedPost: null, createdAt: null });
  await page.doTask();
};

/** The last body that was sent, and no request for a list. */
const lastBody = async (): Promise<unknown> => {
  const { body } = sent.findLast((request) => request.body != null) ?? {};
  if (body instanceof FormData) return JSON.parse(String(body.get('postDto')));
  return JSON.parse(String(body));
};

describe('sending a post', () => {
  it('creates it with packed flairs, then reloads the page (Rule 9.10)', async () => {
    platform.answer(CREATE, own, { status: 201 });
    await page.sendPost(
      about,
      form({ flairs: { performance: true, teamplay: false, courtesy: null }, ticketId: '12' }),
    );
    expect(await lastBody()).toEqual({
      player: { id: 500_000_002 },
      author: { id: 500_000_001 },
      flairs: 9,
      title: 'A fair fight',
      content: 'x'.repeat(50),
      supportTicketStatus: { hasTicket: true, ticketId: '12' },
    });
    expect(reloads).toBe(1);
  });

  it('uploads the replay and reports the progress (Rule 9.15)', async () => {
    const replay = new File(['x'], 'a.wowsreplay');
    const done = page.sendPost(about, form({ replay }));
    await expect.poll(() => uploads).toHaveLength(1);
    uploads[0]?.progress(1, 4);
    expect(page.$sending.get()).toEqual({ state: 'sending', progress: 0.25 });
    expect(uploads[0]?.body?.get('replay')).toMatchObject({ name: 'a.wowsreplay' });
    uploads[0]?.answer(201, own);
    await done;
    expect(reloads).toBe(1);
  });

  it('can stop the upload and send again (Rule 9.15)', async () => {
    const done = page.sendPost(about, form({ replay: new File(['x'], 'a.wowsreplay') }));
    await settle();
    page.leaveEditor();
    await done;
    expect(page.$sending.get()).toEqual({ state: 'idle' });
    expect(page.$postDialog.get()).not.toBeNull();
    platform.answer(CREATE, own, { status: 201 });
    await page.sendPost(about, form());
    expect(reloads).toBe(1);
  });

  it('sends once when it is called twice', async () => {
    const answer = platform.hold(CREATE);
    const both = [page.sendPost(about, form()), page.sendPost(about, form())];
    await settle();
    answer(own, { status: 201 });
    await Promise.all(both);
    expect(platform.requests.filter((request) => request === CREATE)).toHaveLength(1);
    expect(reloads).toBe(1);
  });

  it('changes an existing post without touching its replay', async () => {
    platform.answer(UPDATE);
    await page.sendPost(edit, form({ flairs: { ...NEUTRAL, courtesy: true } }));
    expect(await lastBody()).toEqual({
      ...own,
      flairs: 16,
      title: 'A fair fight',
      content: 'x'.repeat(50),
    });
    expect(reloads).toBe(1);
  });

  it('removes the ticket id of a post only where its field is offered (Rule 9.4)', async () => {
    platform.answer(UPDATE);
    await page.sendPost(edit, form({ flairs: { ...NEUTRAL, teamplay: false } }));
    expect(await lastBody()).toMatchObject({ supportTicketStatus: { hasTicket: false, ticketId: null } });
  });

  it.each([
    [423, { type: 'x/CooldownException', title: 'Author is on cooldown for this player.' }, '24 hours'],
    [
      423,
      { type: 'x/CooldownException', title: 'Author is on cooldown.', until: '2126-03-09T14:05:00+00:00' },
      `You must wait until ${formatShort('2126-03-09T14:05:00+00:00')} before posting again.`,
    ],
    [423, { type: 'x/CooldownException', title: 'x', until: 'soon' }, '24 hours'],
    [403, '', 'You are banned from posting on the platform.'],
    [400, { id: ['Player has opted out.'] }, 'Player has opted out.'],
    [413, '', 'at most 5 MiB'],
    [422, 'Invalid replay.', 'could not be read'],
    [429, '', 'Wait a moment'],
    [
      429,
      { title: 'Too Many Requests', detail: 'Another replay of yours is being checked.' },
      'Another replay',
    ],
    [401, '', 'no longer signed in'],
    [500, { title: 'Broken', detail: 'at A.B()' }, 'Broken'],
  ])(
    'keeps the draft and shows the reason when the API answers %i (Rule 9.10)',
    async (status, body, words) => {
      keep(about, typed);
      platform.answer(CREATE, body, { status });
      await page.sendPost(about, form());
      expect(page.$sending.get()).toMatchObject({
        state: 'refused',
        message: expect.stringContaining(words),
      });
      expect(readDraft(about)?.title).toBe('Half a tit');
      expect(page.$postDialog.get()).not.toBeNull();
      expect(reloads).toBe(0);
    },
  );

  it('explains a 404 for a new post as an unknown account or player (Rule 9.10)', async () => {
    platform.answer(CREATE, undefined, { status: 404 });
    await page.sendPost(about, form());
    expect(page.$sending.get()).toMatchObject({
      message: expect.stringMatching(/your account or this player/),
    });
  });

  it('hints at a cooldown that an earlier unanswered try may have gone through (Rule 9.10)', async () => {
    const cooldown = { type: 'x/CooldownException', title: 'Author is on cooldown for this player.' };
    platform.cut(CREATE);
    await page.sendPost(about, form());
    platform.answer(CREATE, cooldown, { status: 423 });
    await page.sendPost(about, form());
    expect(page.$sending.get()).toMatchObject({ message: expect.stringMatching(/may have gone through/) });
    await page.sendPost({ kind: 'create', player: { id: 500_000_003, username: 'Cossack_Mod' } }, form());
    expect(page.$sending.get()).toMatchObject({
      message: expect.not.stringMatching(/may have gone through/),
    });
  });

  it('takes a cooldown for a refusal, with status 500 too (Rule 16.13)', async () => {
    const cooldown = {
      type: 'Site.CooldownException',
      title: 'Author is on cooldown for this player.',
      detail: 'at …',
    };
    platform.answer(CREATE, cooldown, { status: 500 });
    await page.sendPost(about, form());
    await page.sendPost(about, form());
    expect(page.$sending.get()).toMatchObject({
      message: 'You posted about this player less than 24 hours ago. Your draft is kept.',
    });
  });

  it('can stop every form that offers it (Rule 9.15)', async () => {
    const reason = { modReason: 'Insults.' };
    const sendings: [string, () => Promise<void>][] = [
      [CREATE, () => page.sendPost(about, form())],
      [UPDATE, () => page.sendPost(edit, form())],
      ['POST /api/mod/action', () => page.sendModDelete(own, reason)],
      ['POST /api/mod/action', () => page.sendModEdit(own, { ...form(), ...reason })],
    ];
    for (const [request, send] of sendings) {
      platform.hold(request);
      const done = send();
      await settle();
      page.leaveEditor();
      await done;
      expect(page.$sending.get(), request).toEqual({ state: 'idle' });
    }
    expect(reloads).toBe(0);
  });

  it('reports that the server could not be reached', async () => {
    platform.cut(CREATE);
    await page.sendPost(about, form());
    expect(page.$sending.get()).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('could not be reached'),
    });
  });
});

describe('deleting a post', () => {
  const DELETE = `DELETE /api/Post/${guid(1)}`;

  it('deletes it and reloads the page', async () => {
    platform.answer(DELETE, undefined, { status: 205 });
    await page.removePost(own);
    expect(reloads).toBe(1);
  });

  it('is known to this tab before the answer, and not after a refusal (Rule 8.15)', async () => {
    const known = () => page.findDeletedPost(own.id)?.id;
    const answer = platform.hold(DELETE);
    const done = page.removePost(own);
    await settle();
    expect(known()).toBe(own.id);
    answer({ title: 'Not Found' }, { status: 404 });
    await done;
    expect(known()).toBeUndefined();
  });

  it('cannot be stopped, and leaving it while it is sent changes nothing', async () => {
    const answer = platform.hold(DELETE);
    page.postActions.onDelete(own);
    const done = page.removePost(own);
    await settle();
    page.leaveEditor();
    expect(platform.said).toEqual([]);
    expect(page.$postDialog.get()).not.toBeNull();
    answer(undefined, { status: 205 });
    await done;
    expect(reloads).toBe(1);
  });

  it('shows why it was refused', async () => {
    platform.answer(DELETE, { post: ['This post was removed by a moderator.'] }, { status: 400 });
    await page.removePost(own);
    expect(page.$sending.get()).toEqual({
      state: 'refused',
      message: 'This post was removed by a moderator.',
    });
    page.leaveEditor();
    expect(page.$postDialog.get()).toBeNull();
    expect(page.$sending.get()).toEqual({ state: 'idle' });
  });
});

describe('moderating a post', () => {
  const ACTION = 'POST /api/mod/action';

  it('shows the sentence of the API when it is refused', async () => {
    const words = 'You cannot moderate your own post.';
    platform.answer(ACTION, words, { status: 403, contentType: 'text/plain' });
    await page.sendModDelete(own, { modReason: 'Insults.' });
    expect(page.$sending.get()).toEqual({ state: 'refused', message: words });
  });
});

describe('a draft', () => {
  it('is kept on the device until the post is sent', async () => {
    keep(about, typed);
    page.leaveEditor();
    expect(readDraft(about)).toEqual({
      title: 'Half a tit',
      content: 'Some',
      flairs: NEUTRAL,
      ticketId: '',
    });
    platform.answer(CREATE, own, { status: 201 });
    await page.sendPost(about, form());
    expect(readDraft(about)).toBeNull();
    expect([...stored.keys()]).toEqual([]);
  });

  it('exists per player for new posts, and per edited post', () => {
    keep(about, typed);
    expect(readDraft({ kind: 'create', player: { id: 500_000_003, username: 'Cossack_Mod' } })).toBeNull();
    expect(readDraft(edit)).toBeNull();
    keep(edit, { ...typed, title: 'Other' });
    expect(readDraft(about)?.title).toBe('Half a tit');
  });

  it('keeps the chosen file while the page is open', () => {
    const replay = new File(['x'], 'a.wowsreplay');
    keep(about, { ...typed, replay });
    expect(readDraft(about)?.replay).toBe(replay);
    page.postDraft(about).discard();
    expect(readDraft(about)).toBeNull();
  });

  it('names the file that the page no longer has, until one is chosen (Rule 9.14)', async () => {
    keep(about, { ...typed, replay: new File(['x'], 'a.wowsreplay') });
    page = await openPage();
    await signedIn();
    const draft = page.postDraft<PostFormValues>(about);
    expect(draft.read()).not.toHaveProperty('replay');
    expect(draft.missingFile?.()).toBe('a.wowsreplay');
    draft.keep({ ...typed, title: 'Half a title' }, page.originalValues(about));
    expect(JSON.parse([...stored.values()].join())).toMatchObject({ replay: 'a.wowsreplay' });
    draft.keep({ ...typed, replay: new File(['y'], 'b.wowsreplay') }, page.originalValues(about));
    expect(draft.missingFile?.()).toBeNull();
    draft.keep(typed, page.originalValues(about));
    expect(JSON.parse([...stored.values()].join())).not.toHaveProperty('replay');
  });

  it('prefers the file that was chosen in the editor to the one it was opened with (Rule 9.14)', () => {
    const [first, second] = [new File(['x'], 'a.wowsreplay'), new File(['y'], 'b.wowsreplay')];
    const dialog = { ...about, replay: first };
    keep(dialog, { ...typed, replay: first });
    expect(readDraft(dialog)?.replay).toBe(first);
    keep(dialog, { ...typed, replay: second });
    expect(readDraft(dialog)?.replay).toBe(second);
    keep(dialog, typed);
    expect(readDraft(dialog)?.replay).toBeNull();
    keep(dialog, { ...typed, replay: second });
    expect(readDraft({ ...about, replay: first })?.replay).toBe(first);
  });

  it('is removed when the values equal the original ones again', () => {
    keep(edit, { ...page.originalValues(edit), title: 'Changed' });
    expect(readDraft(edit)).not.toBeNull();
    keep(edit, page.originalValues(edit));
    expect(readDraft(edit)).toBeNull();
  });

  it('is ignored when it cannot be read', () => {
    const key = 'post-draft:500000001:create:500000002';
    for (const text of ['{', '[]', '{"title":1}', 'null']) {
      stored.set(key, text);
      expect(readDraft(about)).toBeNull();
    }
  });

  it('stays with its author when the session is lost while writing', () => {
    keep(about, typed);
    page.resetSession();
    keep(about, { ...typed, title: 'Still mine' });
    expect([...stored.keys()]).toEqual(['post-draft:500000001:create:500000002']);
  });
});

it('starts an edit with the values of the post', () => {
  expect(page.originalValues(edit)).toMatchObject({
    title: own.title,
    content: own.content,
    flairs: { performance: null, teamplay: false, courtesy: null },
    ticketId: '77',
    guidelinesAccepted: false,
  });
});

describe('after an action', () => {
  const text = { title: 'Milder', content: 'y'.repeat(60), flairs: NEUTRAL, modReason: 'Names a clan.' };
  const MOD = 'POST /api/mod/action';
  const DELETE = `DELETE /api/Post/${guid(1)}`;

  it.each([
    ['publishing', 'Post published', CREATE, 201, () => page.sendPost(about, form())],
    ['an edit', 'Changes saved', UPDATE, 200, () => page.sendPost(edit, form())],
    ['a deletion', 'Post removed', DELETE, 205, () => page.removePost(own)],
  ])('%s: the next page shows "%s" and returns to the post (Rule 9.10)', async (...row) => {
    const [, sentence, request, status, send] = row;
    platform.answer(request, request === CREATE ? own : undefined, { status });
    await send();
    expect(reloads).toBe(1);
    expect(tab.get('site-status')).toBe(sentence);
    expect(JSON.parse(tab.get('scroll-position') ?? '')).toMatchObject({ posts: [`post-${guid(1)}`] });
  });

  it.each([
    ['a mod edit', 'Changes saved.', MOD, 202, () => page.sendModEdit(own, text)],
    ['a mod deletion', 'Removed.', MOD, 202, () => page.sendModDelete(own, { modReason: 'Insults.' })],
    ['a revert', 'The mod action was reverted.', `DELETE /api/mod/action/${guid(7)}`, 205, () => revert()],
  ])('%s: this page shows "%s" and loads what changed (Rule 28.43)', async (...row) => {
    const [, sentence, request, status, send] = row;
    const refresh = vi.fn();
    onTestFinished(page.onModerated(refresh));
    platform.answer(request, undefined, { status });
    await send();
    expect(reloads).toBe(0);
    expect(platform.said).toEqual([sentence]);
    expect(refresh).toHaveBeenCalledOnce();
    expect(page.$sending.get()).toEqual({ state: 'idle' });
    expect(page.$task.get()).toBeNull();
  });

  it('loads what a mod action without an answer may have changed (Rule 28.43)', async () => {
    const refresh = vi.fn();
    onTestFinished(page.onModerated(refresh));
    platform.cut(MOD);
    await page.sendModDelete(own, { modReason: 'Insults.' });
    expect(refresh).toHaveBeenCalledOnce();
    expect(page.$sending.get()).toMatchObject({ state: 'refused' });
  });

  it('shows no acknowledgement when it was refused', async () => {
    platform.answer(DELETE, '', { status: 500 });
    await page.removePost(own);
    expect(tab.has('site-status')).toBe(false);
  });

  it('does not report that sending stopped once the post is published', async () => {
    platform.answer(CREATE, own, { status: 201 });
    await page.sendPost(about, form());
    page.leaveEditor();
    expect(platform.said).toEqual([]);
    expect(page.$postDialog.get()).not.toBeNull();
  });

  it('shows "Sending stopped" on this page when it was stopped (Rule 9.15)', async () => {
    platform.hold(UPDATE);
    const done = page.sendPost(edit, form());
    await settle();
    page.leaveEditor();
    await done;
    expect(platform.said).toEqual(['Sending stopped']);
  });
});
