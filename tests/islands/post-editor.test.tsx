import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { WritableAtom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { formatDateTime } from '#lib/domain/dates.ts';
import { changeLimitSentence } from '#lib/domain/posting.ts';
import type { PostDialog as Dialog } from '#lib/stores/posts/post-dialog.ts';
import { guid, makeModAction, makePlayer, makePost } from '#tests/support/builders.ts';
import type { FakePlatform } from '#tests/support/fake-platform.ts';
import { FakeUpload } from '#tests/support/fake-upload.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { newPage } from '#tests/support/new-page.ts';

const CREATE = 'POST /api/Post';
const UPDATE = 'PUT /api/Post';
const DELETE = `DELETE /api/Post/${guid(1)}`;
const ACT = 'POST /api/mod/action';
const OWN_KARMA = 'GET /api/Player/500000001?includeClanInfo=true';
const DRAFT = 'post-draft:500000001:create:500000002';
const REQUIRED = 'This field is required.';
const NO_REPLAY = `${REQUIRED} A rating needs the battle’s replay; attach it or set all three to Neutral.`;
const OPTED_OUT = { post: ['Player has opted out.'] };
const COOLDOWN = { type: 'x/CooldownException', title: 'Author is on cooldown for this player.' };
const UNTIL = '2126-01-10T12:00:00Z';
const CHANGED = { title: 'Too Many Requests', detail: changeLimitSentence(UNTIL), until: UNTIL };
const CONTENT = 'Screened the flank for ten minutes and never once complained about it.';

const supportTicketStatus = { hasTicket: true, ticketId: '77' };
const own = makePost({ id: guid(1), title: 'As it was', content: CONTENT, flairs: 8, supportTicketStatus });
const about: Dialog = { kind: 'create', player: { id: 500_000_002, username: 'Borodino_Gunner' } };
const other: Dialog = { kind: 'create', player: { id: 500_000_003, username: 'Cossack_Mod' } };
const edit: Dialog = { kind: 'edit', post: own };
const remove: Dialog = { kind: 'delete', post: own };
const modEdit: Dialog = { kind: 'mod-edit', post: own };
const modDelete: Dialog = { kind: 'mod-delete', post: own };

const loadPage = () =>
  newPage(() => [
    import('#islands/post-editor/PostDialog.tsx'),
    import('#islands/post-editor/Form.tsx'),
    import('#lib/runtime.ts'),
    import('#lib/stores/posts/deleted-posts.ts'),
    import('#lib/stores/posts/moderated.ts'),
    import('#lib/stores/posts/post-dialog.ts'),
    import('#lib/stores/posts/post-editor.ts'),
    import('#lib/stores/session/session.ts'),
  ]);
let page: Awaited<ReturnType<typeof loadPage>>;
let platform: FakePlatform;
/** `localStorage` and `sessionStorage`. */
let stored: Map<string, string>;
let tab: Map<string, string>;
let uploads: FakeUpload[];
/** Bodies of requests, oldest first. */
let bodies: unknown[];
const reload = vi.fn();

/** Opens a new page for a test: what was sent stays `done` as long as the page is open. */
async function arrive({ roles = [] as string[], negativeKarmaAble = true } = {}): Promise<void> {
  page = await loadPage();
  platform = page.fakePlatform('/player/500000002,Borodino_Gunner', {
    reload,
    user: { roles },
    localStorage: storageOf(stored),
    sessionStorage: storageOf(tab),
    createUpload: () => {
      uploads.push(new FakeUpload());
      return uploads.at(-1) as unknown as XMLHttpRequest;
    },
  });
  const { fetch } = page.runtime;
  page.setRuntime({
    fetch: (url, init) => {
      if (typeof init.body === 'string') bodies.push(JSON.parse(init.body));
      return fetch(url, init);
    },
  });
  platform.answer(OWN_KARMA, makePlayer({ id: 500_000_001, negativeKarmaAble }));
  platform.answer(`GET /api/mod/action/list?postId=${guid(1)}`, undefined, { status: 204 });
  await page.loadSession();
}
beforeEach(async () => {
  reload.mockClear();
  [stored, tab, uploads, bodies] = [new Map(), new Map(), [], []];
  await arrive();
});
afterEach(cleanup);

const field = (name: RegExp | string) => screen.getByRole('textbox', { name });
const title = () => field(/^Title/);
const content = () => field(/^Content/);
const reason = () => field(/^Reason/);
const ticket = () => screen.queryByRole('textbox', { name: /ticket/ }) as HTMLElement;
const replay = () => screen.getByLabelText<HTMLInputElement>(/^Replay/);
const guidelines = () => screen.getByRole('checkbox', { name: /guidelines/ });
const submit = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^(Publish|Save|Delete|Remove post)/ });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const flair = (category: string, sign: string) =>
  within(screen.getByRole('group', { name: category })).getByRole('radio', { name: sign });
const rate = (category: string, sign: string) => userEvent.click(flair(category, sign));
const errorOf = (control: HTMLElement) => {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)).find((element) => element?.role === 'alert')
    ?.textContent;
};
const type = async (control: HTMLElement, text: string) => {
  await act(async () => {
    fireEvent.change(control, { target: { value: text } });
  });
};
const file = (name = 'battle.wowsreplay') => new File([new Uint8Array([0x12, 0x32, 0x34, 0x11, 0])], name);
const choose = (name: string) =>
  act(async () => {
    fireEvent.change(replay(), { target: { files: [file(name)] } });
  });
const requests = (request: string) => platform.requests.filter((one) => one === request).length;

/** Opens a dialog in place of the one that is open. */
async function open(dialog: Dialog = about) {
  cleanup();
  await act(page.settle);
  (page.$postDialog as WritableAtom<Dialog | null>).set(dialog);
  await act(async () => {
    render(<page.PostDialog dialog={dialog} />);
  });
}

/** Opens a form and fills it in, ready to be sent. */
async function write(dialog: Dialog = about): Promise<void> {
  await open(dialog);
  if (dialog.kind === 'delete') return;
  if (dialog.kind === 'create' || dialog.kind === 'edit') await userEvent.click(guidelines());
  else await type(reason(), 'Names a clan.');
  if (dialog.kind === 'mod-delete') return;
  await type(title(), 'A good title');
  await type(content(), CONTENT);
}

const isSending = () => waitFor(() => expect(submit().getAttribute('aria-busy')).toBe('true'));
const isReloaded = () => waitFor(() => expect(reload).toHaveBeenCalledOnce());

describe('The post editor', () => {
  it('starts with the replay, then flairs, title, content, ticket and guidelines (Rule 9.17)', async () => {
    await open({ ...about, replay: file() });
    expect(document.activeElement).toBe(flair('Performance', 'Neutral'));
    await open(other);
    expect(document.activeElement).toBe(replay());
    expect(screen.getByText(/^A flair rates the player in one respect\./)).toBeTruthy();
    await rate('Teamplay', 'Negative');
    const fields = [replay(), flair('Performance', 'Neutral'), title(), content(), ticket(), guidelines()];
    const order = [...(document.querySelector('form') as HTMLElement).querySelectorAll('input, textarea')];
    const places = fields.map((control) => order.indexOf(control));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it('says in words what the flairs do to the karma, before the text (Rule 9.17)', async () => {
    await open();
    const outcome = () => screen.getByText('Borodino_Gunner').parentElement;
    expect(outcome()?.textContent).toBe('Borodino_Gunner: no change in karma');
    expect(outcome()?.role).toBe('status');
    await rate('Teamplay', 'Negative');
    expect(outcome()?.textContent).toMatch(/^Borodino_Gunner: [-−]1 karma$/);
    await rate('Courtesy', 'Positive');
    expect(outcome()?.textContent).toBe('Borodino_Gunner: no change in karma');
    await rate('Performance', 'Positive');
    expect(outcome()?.textContent).toBe('Borodino_Gunner: +1 karma');
  });

  it('says that an author with low karma takes none, except with an earlier post (Rule 9.17)', async () => {
    const outcome = async () => {
      await act(page.settle);
      return screen.getByText('Borodino_Gunner', { selector: 'bdi' }).parentElement?.textContent;
    };
    await arrive({ negativeKarmaAble: false });
    const answer = platform.hold(OWN_KARMA);
    await open();
    await rate('Teamplay', 'Negative');
    expect(await outcome(), 'not known yet').toBe('Borodino_Gunner: −1 karma');
    answer(makePlayer({ id: 500_000_001, negativeKarmaAble: false }));
    expect(await outcome()).toBe('Borodino_Gunner: no change in karma, because your own is −20 or lower');
    await rate('Performance', 'Positive');
    expect(await outcome()).toBe('Borodino_Gunner: no change in karma');
    await rate('Courtesy', 'Positive');
    expect(await outcome()).toBe('Borodino_Gunner: +1 karma');
    await open(edit);
    expect(await outcome()).toBe('Borodino_Gunner: −1 karma');
  });

  it('accepts a replay that is dropped on its field, and refuses other files (Rule 9.17)', async () => {
    await open();
    const drop = async (dropped: File) =>
      act(async () => {
        fireEvent.drop(replay(), { dataTransfer: { types: ['Files'], files: [dropped] } });
      });
    await drop(file());
    expect(screen.getByText('battle.wowsreplay')).toBeTruthy();
    expect(errorOf(replay())).toBeUndefined();
    await drop(file('battle.mp4'));
    await waitFor(() => expect(errorOf(replay())).toBe('The file extension must be .wowsreplay.'));
  });

  it('keeps the page when a file is dropped next to the field, but lets text be dropped (Rule 9.17)', async () => {
    await open();
    const isPrevented = (kind: string) =>
      !fireEvent.drop(title(), { dataTransfer: { types: [kind], files: [] } });
    expect([isPrevented('Files'), isPrevented('text/plain')]).toEqual([true, false]);
    cleanup();
    expect(fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [] } })).toBe(true);
  });

  it('can be sent only when the guidelines are accepted, and says so (Rules 9.5, 30.40)', async () => {
    await open();
    expect(submit().disabled).toBe(true);
    const missing = document.getElementById(submit().getAttribute('aria-describedby') ?? '');
    expect(missing?.textContent).toBe('To publish, accept the guidelines.');
    await userEvent.click(guidelines());
    expect(submit().disabled).toBe(false);
    expect(screen.queryByText('To publish, accept the guidelines.')).toBeNull();
  });

  it('names the shortest length before it is an error, counts, and has a preview (Rule 30.41)', async () => {
    await open();
    expect(screen.getByText('0/60 · at least 5')).toBeTruthy();
    await type(title(), 'Fiver');
    expect(screen.getByText('5/60')).toBeTruthy();
    await type(content(), '  **bold** ');
    expect(screen.getByText('8/2000')).toBeTruthy();
    await press('Preview');
    expect((await screen.findByText('bold')).tagName).toBe('STRONG');
  });

  it('states next to the file what a replay contains and who can download it (Rule 20.2)', async () => {
    await open();
    const hints = replay().getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(hints.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain(
      'The file contains the chat and the names of all players in the battle, and everyone can download it.',
    );
  });

  it('shows the error of a field once it was changed, and of a restored draft (Rule 9.7)', async () => {
    await open();
    expect(errorOf(title())).toBeUndefined();
    await type(title(), 'Fiver');
    expect(errorOf(title())).toBeUndefined();
    await type(title(), '');
    expect(errorOf(title())).toBe(REQUIRED);
    await type(title(), 'Four');
    expect(errorOf(title())).toBe('The value must be at least 5 characters long.');
    expect(errorOf(content())).toBeUndefined();
    await rate('Courtesy', 'Positive');
    await open();
    await waitFor(() => expect(errorOf(title())).toBe('The value must be at least 5 characters long.'));
    await waitFor(() => expect(errorOf(replay())).toBe(NO_REPLAY));
    expect(errorOf(content())).toBeUndefined();
  });

  it('shows all errors on submit and focuses the first field with one (Rule 9.7)', async () => {
    await open();
    await type(title(), 'A good title');
    guidelines().focus();
    fireEvent.keyDown(guidelines(), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(errorOf(content())).toBe(REQUIRED));
    expect(errorOf(title())).toBeUndefined();
    expect(errorOf(guidelines())).toBe(REQUIRED);
    expect(document.activeElement).toBe(content());
    expect(requests(CREATE)).toBe(0);
  });

  it('leaves the preview when the text has an error on submit (Rule 9.7)', async () => {
    await write();
    await type(content(), 'Too short');
    await press('Preview');
    expect(screen.getByRole('region', { name: 'Preview' })).toBeTruthy();
    // Its name says what it does next; "pressed" besides would say that the text is written already.
    expect(screen.getByRole('button', { name: 'Write' }).getAttribute('aria-pressed')).toBeNull();
    await userEvent.click(submit());
    await waitFor(() => expect(document.activeElement).toBe(content()));
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
  });

  it('requires a replay of a new post while a flair is not neutral', async () => {
    await open();
    // iOS lets no file with an unknown extension be chosen for `accept`.
    expect(replay().accept).toBe('');
    expect(errorOf(replay())).toBeUndefined();
    await rate('Courtesy', 'Positive');
    await waitFor(() => expect(errorOf(replay())).toBe(NO_REPLAY));
    await rate('Courtesy', 'Neutral');
    await waitFor(() => expect(errorOf(replay())).toBeUndefined());
    await rate('Performance', 'Negative');
    await userEvent.upload(replay(), file());
    await waitFor(() => expect(errorOf(replay())).toBeUndefined());
    expect(screen.getByText('battle.wowsreplay')).toBeTruthy();
    await press('Remove');
    await waitFor(() => expect(errorOf(replay())).toBe(NO_REPLAY));
  });

  it('offers the ticket field only when teamplay or courtesy is negative (Rule 9.4)', async () => {
    await open();
    expect(ticket()).toBeNull();
    await rate('Performance', 'Negative');
    expect(ticket()).toBeNull();
    await rate('Teamplay', 'Negative');
    await type(ticket(), '1234567890');
    expect(errorOf(ticket())).toBe('The value must be at most 9 characters long.');
    await rate('Teamplay', 'Positive');
    expect(ticket()).toBeNull();
  });

  it.each([
    [
      'eu',
      'links to the region’s report forms',
      /^Only you, staff and the publisher’s support can see the ID\./,
      2,
    ],
    ['cis', 'says that there are none', /offers no report form for this region/, 0],
  ] as const)('has help with the ticket, which in %s %s (Rule 9.12)', async (region, _, sentence, forms) => {
    page.setRuntime({ region: () => region });
    await open();
    await rate('Courtesy', 'Negative');
    await press('How do I get a ticket ID?');
    expect(screen.getByText(sentence)).toBeTruthy();
    const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href') ?? '');
    expect(links.filter((href) => href.includes('support'))).toHaveLength(forms);
    expect(links.filter((href) => href.startsWith(`https://${region}.wargaming.net/support/`))).toHaveLength(
      forms,
    );
  });
});

describe('A draft', () => {
  const restored = () => screen.queryByText(/^Draft restored\./)?.textContent;

  it('is restored until it is discarded, which leaves the form empty (Rule 9.14)', async () => {
    await open();
    await type(title(), 'Half a tit');
    await rate('Teamplay', 'Negative');
    await type(ticket(), '12');
    await userEvent.upload(replay(), file());
    await open();
    expect(title()).toHaveProperty('value', 'Half a tit');
    expect(ticket()).toHaveProperty('value', '12');
    expect(flair('Teamplay', 'Negative')).toHaveProperty('checked', true);
    expect(replay().files?.[0]?.name).toBe('battle.wowsreplay');
    await choose('other.wowsreplay');
    await press('Discard draft');
    expect(title()).toHaveProperty('value', '');
    expect(document.activeElement).toBe(replay());
    await waitFor(() => expect(screen.queryByText('other.wowsreplay')).toBeNull());
    expect(replay().value).toBe('');
    expect(stored.size).toBe(0);
    await open();
    expect(restored()).toBeUndefined();
  });

  it('exists per player and per post, and ends when the text is the original again (Rule 9.14)', async () => {
    await open();
    await type(title(), 'Half a tit');
    await open(other);
    expect(title()).toHaveProperty('value', '');
    await open(edit);
    expect(title()).toHaveProperty('value', 'As it was');
    await type(title(), 'Changed');
    expect(stored.size).toBe(2);
    await type(title(), 'As it was');
    expect([...stored.keys()]).toEqual([DRAFT]);
  });

  it('names the replay that has to be chosen again after a reload (Rule 9.14)', async () => {
    const draft = { title: 'A good title', content: CONTENT, flairs: 0, replay: '<b>a</b>.wowsreplay' };
    stored.set(DRAFT, JSON.stringify(draft));
    const named = () => JSON.parse(stored.get(DRAFT) ?? '{}').replay;
    await open();
    expect(restored()).toBe('Draft restored. Choose <b>a</b>.wowsreplay again: files can’t be kept.');
    await type(title(), 'A better title');
    expect(named()).toBe('<b>a</b>.wowsreplay');
    await userEvent.upload(replay(), file());
    expect(restored()).toBe('Draft restored.');
    expect(named()).toBe('battle.wowsreplay');
    await press('Remove');
    expect(named()).toBeUndefined();
  });

  it('prefers the file chosen in the editor to the one it was opened with (Rule 9.14)', async () => {
    const dialog = { ...about, replay: file('first.wowsreplay') } as Dialog;
    await open(dialog);
    await choose('second.wowsreplay');
    await open(dialog);
    expect(replay().files?.[0]?.name).toBe('second.wowsreplay');
    await press('Remove');
    await open(dialog);
    expect(screen.queryByText(/\.wowsreplay$/)).toBeNull();
    await choose('second.wowsreplay');
    await open({ ...dialog } as Dialog);
    expect(replay().files?.[0]?.name).toBe('first.wowsreplay');
  });

  it('is ignored when it cannot be read (Rule 9.14)', async () => {
    for (const text of ['{', '[]', '{"title":1}', 'null']) {
      stored.set(DRAFT, text);
      await open();
      expect(title(), text).toHaveProperty('value', '');
    }
  });

  it('stays with its author when the session is lost while writing (Rule 9.14)', async () => {
    await open();
    await type(title(), 'Half a tit');
    await act(async () => page.resetSession());
    await type(title(), 'Still mine');
    expect([...stored.keys()]).toEqual([DRAFT]);
  });
});

describe('Sending a post', () => {
  it('sends the text and the packed flairs with the replay, and shows the progress (Rule 9.15)', async () => {
    await write();
    await rate('Performance', 'Positive');
    await rate('Teamplay', 'Negative');
    await type(ticket(), '12');
    await userEvent.upload(replay(), file());
    await userEvent.click(submit());
    await waitFor(() => expect(uploads).toHaveLength(1));
    const [upload] = uploads;
    await act(async () => upload?.progress(1, 4));
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(25);
    expect(title()).toHaveProperty('readOnly', true);
    expect(upload?.body?.get('replay')).toMatchObject({ name: 'battle.wowsreplay' });
    expect(JSON.parse(String(upload?.body?.get('postDto')))).toEqual({
      player: { id: 500_000_002 },
      author: { id: 500_000_001 },
      flairs: 9,
      title: 'A good title',
      content: CONTENT,
      supportTicketStatus: { hasTicket: true, ticketId: '12' },
    });
    await act(async () => upload?.finish(201, JSON.stringify(own)));
    await isReloaded();
  });

  it('shows each percent of an upload and announces each quarter (Rule 9.15)', () => {
    const { rerender } = render(<page.SendingStatus sending={{ state: 'sending', progress: null }} />);
    const announced = [screen.getByRole('status').textContent];
    for (let percent = 0; percent <= 100; percent += 1) {
      rerender(<page.SendingStatus sending={{ state: 'sending', progress: percent / 100 }} />);
      const said = screen.getByRole('status').textContent;
      if (said !== announced.at(-1)) announced.push(said);
      expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(percent);
      if (percent < 100)
        expect(screen.getAllByText(`Uploading the replay: ${percent}%`).length).toBeGreaterThan(0);
    }
    const uploading = [0, 25, 50, 75].map((percent) => `Uploading the replay: ${percent}%`);
    expect(announced).toEqual(['Saving…', ...uploading, 'Saving…']);
  });

  it.each([
    ['a new post', CREATE, about],
    ['an edit', UPDATE, edit],
    ['a mod edit', ACT, modEdit],
    ['a mod deletion', ACT, modDelete],
  ])('is stopped without losing text, and repeated: %s (Rule 9.15)', async (_, request, dialog) => {
    platform.hold(request);
    await write(dialog);
    await userEvent.click(submit());
    await isSending();
    await press('Stop sending');
    await waitFor(() => expect(submit().getAttribute('aria-busy')).toBeNull());
    expect(platform.said).toEqual(['Sending stopped']);
    expect(page.$postDialog.get()).not.toBeNull();
    if (dialog.kind !== 'mod-delete') expect(title()).toHaveProperty('value', 'A good title');
    platform.answer(request, own, { status: request === CREATE ? 201 : 202 });
    await userEvent.click(submit());
    await waitFor(() => expect(requests(request)).toBe(2));
  });

  it('happens once, with Ctrl+Enter and clicks at the same time (Rule 9.15)', async () => {
    const answer = platform.hold(CREATE);
    await write();
    fireEvent.keyDown(content(), { key: 'Enter', ctrlKey: true });
    await userEvent.dblClick(submit());
    await isSending();
    fireEvent.keyDown(content(), { key: 'Enter', ctrlKey: true });
    await act(async () => answer(own, { status: 201 }));
    await isReloaded();
    expect(requests(CREATE)).toBe(1);
  });

  it('is not done by Enter alone in a field (Rule 9.15)', async () => {
    await open();
    const isLeft = (control: HTMLElement) => fireEvent.keyDown(control, { key: 'Enter' });
    for (const control of [title(), guidelines(), flair('Courtesy', 'Neutral')])
      expect(isLeft(control)).toBe(false);
    for (const control of [content(), replay(), submit()]) expect(isLeft(control)).toBe(true);
  });

  it('focuses the submit button when the focused control is disabled (Rule 9.15)', async () => {
    const answer = platform.hold(CREATE);
    await write();
    replay().focus();
    fireEvent.keyDown(replay(), { key: 'Enter', ctrlKey: true });
    await isSending();
    expect(document.activeElement).toBe(submit());
    await act(async () => answer(OPTED_OUT, { status: 400 }));
    expect(document.activeElement).toBe(submit());
  });

  it('changes an existing post without touching its replay', async () => {
    platform.answer(UPDATE);
    await open(edit);
    expect(title()).toHaveProperty('value', 'As it was');
    expect(content()).toHaveProperty('value', CONTENT);
    expect(ticket()).toHaveProperty('value', '77');
    expect(screen.queryByLabelText(/^Replay/)).toBeNull();
    await type(title(), 'A fair fight');
    await rate('Courtesy', 'Positive');
    await userEvent.click(guidelines());
    await userEvent.click(submit());
    await isReloaded();
    expect(bodies).toEqual([{ ...own, replay: null, title: 'A fair fight', flairs: 24 }]);
  });

  it.each([
    ['removes', 'Negative', { hasTicket: false, ticketId: null }],
    ['keeps', 'Neutral', supportTicketStatus],
  ])('an edit %s the ticket id while teamplay is %s (Rule 9.4)', async (_, sign, ticketStatus) => {
    platform.answer(UPDATE);
    await write(edit);
    await type(ticket(), '');
    await rate('Teamplay', sign);
    await userEvent.click(submit());
    await isReloaded();
    expect(bodies).toEqual([expect.objectContaining({ supportTicketStatus: ticketStatus })]);
  });

  it.each([
    ['publishing', 'Post published', CREATE, 201, about],
    ['an edit', 'Changes saved', UPDATE, 200, edit],
    ['a deletion', 'Post deleted', DELETE, 205, remove],
  ] as const)('after %s the next page shows "%s", at the post (Rule 2.17)', async (...row) => {
    const [, sentence, request, status, dialog] = row;
    platform.answer(request, request === CREATE ? own : undefined, { status });
    await write(dialog);
    await userEvent.click(submit());
    await isReloaded();
    expect(tab.get('site-status')).toBe(sentence);
    expect(JSON.parse(tab.get('scroll-position') ?? '')).toMatchObject({ posts: [`post-${guid(1)}`] });
    if (dialog.kind !== 'delete') await userEvent.click(guidelines());
    expect([...stored.keys()], 'drafts').toEqual([]);
    page.leaveEditor();
    expect(platform.said).toEqual([]);
    expect(page.$postDialog.get()).not.toBeNull();
  });
});

describe('A refusal', () => {
  const sentence = () => screen.getByText('Couldn’t save.').parentElement?.textContent;

  it('is shown in the form, which keeps everything, and can be sent again (Rule 16.13)', async () => {
    await write();
    for (const [status, body, words] of [
      [423, COOLDOWN, 'You posted about this player less than 24 hours ago. Your draft is kept.'],
      [500, { ...COOLDOWN, detail: 'at A.B()' }, 'less than 24 hours ago. Your draft is kept.'],
      [408, '', 'Your connection was too slow to send this in time. What you wrote is kept.'],
      [429, '', 'Wait a moment'],
      [429, CHANGED, changeLimitSentence(formatDateTime(CHANGED.until))],
      [400, { id: ['Player has opted out.'] }, 'Player has opted out.'],
      [404, undefined, 'your account or this player'],
      [500, { title: 'Broken', detail: 'at A.B()' }, 'Broken'],
      [500, '', 'Something went wrong on our side'],
    ] as const) {
      platform.answer(CREATE, body, { status });
      await userEvent.click(submit());
      await waitFor(() => expect(sentence()).toContain(words));
    }
    expect(title()).toHaveProperty('value', 'A good title');
    expect(content()).toHaveProperty('value', CONTENT);
    expect(guidelines()).toMatchObject({ disabled: false, checked: true });
    expect(JSON.parse(stored.get(DRAFT) ?? '{}').title).toBe('A good title');
    expect(reload).not.toHaveBeenCalled();
    expect(tab.has('site-status')).toBe(false);
    platform.answer(CREATE, own, { status: 201 });
    await userEvent.click(submit());
    await isReloaded();
  });

  it('hints at an earlier try without an answer, which may have gone through', async () => {
    platform.cut(CREATE);
    await write();
    await userEvent.click(submit());
    await waitFor(() => expect(sentence()).toContain('could not be reached'));
    platform.answer(CREATE, COOLDOWN, { status: 423 });
    await userEvent.click(submit());
    await waitFor(() => expect(sentence()).toMatch(/may have gone through/));
    await write(other);
    await userEvent.click(submit());
    await waitFor(() => expect(sentence()).toMatch(/less than 24 hours ago\. Your/));
  });

  it('is scrolled into view once, not again while typing', async () => {
    const scrolled = vi.fn();
    HTMLElement.prototype.scrollIntoView = scrolled;
    platform.answer(CREATE, OPTED_OUT, { status: 400 });
    await write();
    for (const times of [1, 2]) {
      await userEvent.click(submit());
      await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(times));
      await type(content(), `${CONTENT} More, ${times}.`);
      expect(scrolled).toHaveBeenCalledTimes(times);
    }
  });
});

describe('Deleting a post', () => {
  const known = () => page.findDeletedPost(own.id)?.id;

  it('asks first, and cannot be stopped once it is confirmed (Rule 9.13)', async () => {
    const answer = platform.hold(DELETE);
    await open(remove);
    expect(screen.getByText('As it was')).toBeTruthy();
    await press('Cancel');
    expect([page.$postDialog.get(), requests(DELETE)]).toEqual([null, 0]);
    await open(remove);
    await press('Delete');
    await waitFor(() => expect(requests(DELETE)).toBe(1));
    expect(known(), 'before the live event').toBe(own.id);
    page.leaveEditor();
    expect([page.$postDialog.get(), platform.said]).toEqual([remove, []]);
    await act(async () => answer(undefined, { status: 205 }));
    await isReloaded();
  });

  it('shows why it was refused, and forgets that it began', async () => {
    platform.answer(DELETE, { post: ['The post is locked.'] }, { status: 400 });
    await open(remove);
    await press('Delete');
    await waitFor(() => expect(screen.getByText('The post is locked.')).toBeTruthy());
    expect([known(), tab.has('site-status')]).toEqual([undefined, false]);
    await press('Cancel');
    expect([page.$postDialog.get(), page.$sending.get()]).toEqual([null, { state: 'idle' }]);
  });
});

describe('Moderating a post', () => {
  const LISTED = `GET /api/mod/action/list?postId=${guid(1)}`;
  const REVERT = `DELETE /api/mod/action/${guid(30)}`;
  beforeEach(() => arrive({ roles: ['mod'] }));

  /** Deletes a post for a reason; the API lists the action. Resolves to the button of the message. */
  async function removePost(listed = true): Promise<HTMLButtonElement | undefined> {
    const messages: { button?: HTMLButtonElement | undefined }[] = [];
    const { showStatus } = page.runtime;
    page.setRuntime({
      showStatus: (message) => {
        showStatus(message);
        messages.push(message ?? {});
      },
    });
    const action = makeModAction({ id: guid(30), postId: guid(1), modId: 500_000_001, reason: 'Insults.' });
    const foreign = makeModAction({ ...action, id: guid(22), modId: 500_000_003 });
    platform.answer(LISTED, listed ? [foreign, action] : [foreign]);
    platform.answer(ACT, undefined, { status: 202 });
    await open(modDelete);
    await type(reason(), 'Insults.');
    await press('Remove post');
    await waitFor(() => expect(platform.said).toEqual(['Removed.']));
    cleanup();
    const { button } = messages.at(-1) ?? {};
    if (button) document.body.append(button);
    onTestFinished(() => button?.remove());
    return button;
  }

  it('undoes the own action with the button, and keeps what was typed as a draft (Rule 28.44)', async () => {
    const undo = await removePost();
    expect([undo?.textContent, stored.size]).toEqual(['Undo', 1]);
    platform.answer(REVERT, undefined, { status: 205 });
    await userEvent.click(undo as HTMLElement);
    await waitFor(() => expect(platform.said).toEqual(['Removed.', 'The mod action was reverted.']));
    await open(modDelete);
    expect(reason()).toHaveProperty('value', 'Insults.');
  });

  it('undoes with Ctrl+Z once, but not while the user types or without the message (Rule 28.44)', async () => {
    const undo = await removePost();
    platform.answer(REVERT, undefined, { status: 205 });
    const input = document.body.appendChild(document.createElement('input'));
    onTestFinished(() => input.remove());
    fireEvent.keyDown(input, { key: 'z', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 'z' });
    undo?.remove();
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    expect(platform.requests).not.toContain(REVERT);
    if (undo) document.body.append(undo);
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await waitFor(() => expect(platform.said).toContain('The mod action was reverted.'));
    expect(platform.requests.filter((request) => request === REVERT)).toHaveLength(1);
  });

  it('shows the sentence of a refused undo (Rule 28.44)', async () => {
    const undo = await removePost();
    platform.answer(REVERT, 'Not your own post.', { status: 403, contentType: 'text/plain' });
    await userEvent.click(undo as HTMLElement);
    await waitFor(() => expect(platform.said).toEqual(['Removed.', 'Not your own post.']));
  });

  it('offers no Undo for an action that the API does not list (Rule 28.44)', async () => {
    expect(await removePost(false)).toBeUndefined();
  });

  it('requires a reason for a deletion, and keeps it when it is refused (Rule 11.2)', async () => {
    await open(modDelete);
    await press('Remove post');
    await waitFor(() => expect(errorOf(reason())).toBe(REQUIRED));
    await type(reason(), 'x'.repeat(1001));
    expect(errorOf(reason())).toBe('The value must be at most 1000 characters long.');
    await type(reason(), 'x'.repeat(1000));
    expect(errorOf(reason())).toBeUndefined();
    await type(reason(), 'Insults.');
    platform.answer(ACT, 'Not your own post.', { status: 403, contentType: 'text/plain' });
    await press('Remove post');
    await waitFor(() => expect(screen.getByText('Not your own post.')).toBeTruthy());
    cleanup();
    page.leaveEditor();
    await open(modDelete);
    expect(reason()).toHaveProperty('value', 'Insults.');
  });

  it.each([
    ['are sent beside it', ['reasons'], { rules: ['provoke'] }],
    ['stay in its text where the API stores no codes', [], {}],
  ])('takes guidelines into the reason: they %s (Rule 28.41)', async (_, features, named) => {
    page.runtime.sessionStorage.remove('features');
    platform.answer('GET /api/features', { features });
    platform.answer('GET /assets/guidelines.html', '<h2>Be fair</h2><h2 id="provoke">Do not provoke</h2>');
    platform.answer(ACT, undefined, { status: 202 });
    await open(modDelete);
    await type(reason(), 'Three salvos.');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Do not provoke' }));
    const text = 'Do not provoke.\nThree salvos.';
    expect(reason()).toHaveProperty('value', text);
    await press('Remove post');
    await waitFor(() =>
      expect(bodies).toEqual([{ postId: guid(1), actionType: 0, reason: text, updatedPost: null, ...named }]),
    );
  });

  it('changes text and flairs with a reason, and loads what changed (Rules 11.1, 28.43)', async () => {
    const refresh = vi.fn();
    onTestFinished(page.onModerated(refresh));
    platform.answer(ACT, undefined, { status: 202 });
    await open(modEdit);
    await type(title(), 'Milder');
    await rate('Courtesy', 'Negative');
    expect(ticket()).toBeNull();
    await press('Save mod edit');
    await waitFor(() => expect(errorOf(reason())).toBe(REQUIRED));
    await type(title(), 'Milder');
    await type(reason(), 'Names a clan.');
    await press('Save mod edit');
    await waitFor(() => expect(platform.said).toEqual(['Changes saved.']));
    const updatedPost = { ...own, replay: null, title: 'Milder', flairs: 40 };
    const action = { postId: guid(1), actionType: 1, reason: 'Names a clan.', updatedPost };
    expect(bodies).toEqual([expect.objectContaining(action)]);
    expect(refresh).toHaveBeenCalledOnce();
    expect(reload).not.toHaveBeenCalled();
    expect([page.$postDialog.get(), page.$sending.get()]).toEqual([null, { state: 'idle' }]);
  });

  it('loads what an action without an answer may have changed (Rule 28.43)', async () => {
    const refresh = vi.fn();
    onTestFinished(page.onModerated(refresh));
    platform.cut(ACT);
    await write(modDelete);
    await press('Remove post');
    await screen.findByText(/could not be reached/);
    expect(refresh).toHaveBeenCalledOnce();
  });
});
