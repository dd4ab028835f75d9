import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { NEUTRAL_FLAIRS, packFlairs } from '#lib/domain/flairs.ts';
import type { PostDialog as Dialog } from '#lib/stores/posts/post-dialog.ts';
import { guid, makeModAction, makePost } from '#tests/support/builders.ts';
import type { FakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';

const CREATE = 'POST /api/Post';
const REQUIRED = 'This field is required.';
const about: Dialog = { kind: 'create', player: { id: 500_000_002, username: 'Borodino_Gunner' } };
const edit: Dialog = { kind: 'edit', post: makePost({ id: guid(1), title: 'As it was' }) };
const CONTENT = 'Screened the flank for ten minutes and never once complained about it.';

const loadModules = async () => ({
  ...(await import('#islands/post-editor/PostDialog.tsx')),
  ...(await import('#lib/stores/posts/post-editor.ts')),
  ...(await import('#tests/support/fake-platform.ts')),
});
let page: Awaited<ReturnType<typeof loadModules>>;
let platform: FakePlatform;
let stored: Map<string, string>;
const reload = vi.fn();

/** Opens a new page for every test: what was sent stays `done` as long as the page is open. */
beforeEach(async () => {
  vi.resetModules();
  page = await loadModules();
  reload.mockClear();
  stored = new Map();
  platform = page.fakePlatform('/player/500000002,Borodino_Gunner', {
    reload,
    localStorage: storageOf(stored),
  });
});
afterEach(cleanup);

const field = (name: RegExp | string) => screen.getByRole('textbox', { name });
const title = () => field(/^Title/);
const content = () => field(/^Content/);
const ticket = () => screen.queryByRole('textbox', { name: /ticket/ });
const replay = () => screen.getByLabelText<HTMLInputElement>(/^Replay/);
const guidelines = () => screen.getByRole('checkbox', { name: /guidelines/ });
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /Publish|Save/ });
const flair = (category: string, sign: string) =>
  within(screen.getByRole('group', { name: category })).getByRole('radio', { name: sign });
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

async function open(dialog: Dialog = about) {
  await act(async () => {
    render(<page.PostDialog dialog={dialog} />);
  });
}

describe('The post editor', () => {
  it('can be sent only when the guidelines are accepted (Rule 9.5)', async () => {
    await open();
    expect(submit().disabled).toBe(true);
    await userEvent.click(guidelines());
    expect(submit().disabled).toBe(false);
  });

  it('says next to the disabled button what is missing (Rule 30.40)', async () => {
    await open();
    const reason = document.getElementById(submit().getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('To publish, accept the guidelines.');
    await userEvent.click(guidelines());
    expect(screen.queryByText('To publish, accept the guidelines.')).toBeNull();
  });

  it('names the shortest length before it is an error (Rule 30.41)', async () => {
    await open();
    expect(screen.getByText('0/60 · at least 5')).toBeTruthy();
    await type(title(), 'Fiver');
    expect(screen.getByText('5/60')).toBeTruthy();
  });

  it('states next to the file what a replay contains and who can download it (Rule 20.2)', async () => {
    await open();
    const hints = replay().getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(hints.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain(
      'The file contains the chat and the names of all players in the battle, and everyone can download it.',
    );
  });

  it('shows the error of a field only after it was changed (Rule 9.7)', async () => {
    await open();
    expect(errorOf(title())).toBeUndefined();
    await type(title(), 'Four');
    expect(errorOf(title())).toBe('The value must be at least 5 characters long.');
    expect(errorOf(content())).toBeUndefined();
    await type(title(), 'Fiver');
    expect(errorOf(title())).toBeUndefined();
    await type(title(), '');
    expect(errorOf(title())).toBe(REQUIRED);
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
    expect(platform.requests).toEqual([]);
  });

  it('requires a replay as soon as a flair of a new post is not neutral (Rule 9.3)', async () => {
    await open();
    expect(replay().accept).toBe('.wowsreplay');
    expect(errorOf(replay())).toBeUndefined();
    await userEvent.click(flair('Courtesy', 'Positive'));
    await waitFor(() => expect(errorOf(replay())).toBe(REQUIRED));
    await userEvent.click(flair('Courtesy', 'Neutral'));
    await waitFor(() => expect(errorOf(replay())).toBeUndefined());
    await userEvent.click(flair('Performance', 'Negative'));
    await userEvent.upload(replay(), file());
    await waitFor(() => expect(errorOf(replay())).toBeUndefined());
    expect(screen.getByText('battle.wowsreplay')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(errorOf(replay())).toBe(REQUIRED));
  });

  it('refuses a file that is not a replay (Rule 9.8)', async () => {
    await open();
    await act(async () => {
      fireEvent.change(replay(), { target: { files: [file('battle.mp4')] } });
    });
    await waitFor(() => expect(errorOf(replay())).toBe('The file extension must be .wowsreplay.'));
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
    const isPrevented = (type: string) =>
      !fireEvent.drop(title(), { dataTransfer: { types: [type], files: [] } });
    expect([isPrevented('Files'), isPrevented('text/plain')]).toEqual([true, false]);
    cleanup();
    expect(fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [] } })).toBe(true);
  });

  it('says in words what the flairs do to the karma, before the text (Rule 9.17)', async () => {
    await open();
    const outcome = () => screen.getByText('Borodino_Gunner').parentElement;
    expect(outcome()?.textContent).toBe('Borodino_Gunner: no change in karma');
    expect(outcome()?.role).toBe('status');
    await userEvent.click(flair('Teamplay', 'Negative'));
    expect(outcome()?.textContent).toMatch(/^Borodino_Gunner: [-−]1 karma$/);
    await userEvent.click(flair('Courtesy', 'Positive'));
    expect(outcome()?.textContent).toBe('Borodino_Gunner: no change in karma');
    await userEvent.click(flair('Performance', 'Positive'));
    expect(outcome()?.textContent).toBe('Borodino_Gunner: +1 karma');
  });

  it('starts with the flairs, then title, content, replay, ticket and guidelines (Rule 9.17)', async () => {
    await open();
    expect(document.activeElement).toBe(flair('Performance', 'Neutral'));
    await userEvent.click(flair('Teamplay', 'Negative'));
    const fields = [flair('Performance', 'Neutral'), title(), content(), replay(), ticket(), guidelines()];
    const form = document.querySelector('form') as HTMLElement;
    const order = [...form.querySelectorAll('input, textarea')];
    const places = fields.map((control) => order.indexOf(control as Element));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it('offers the ticket field only when teamplay or courtesy is negative (Rule 9.4)', async () => {
    await open();
    expect(ticket()).toBeNull();
    await userEvent.click(flair('Performance', 'Negative'));
    expect(ticket()).toBeNull();
    await userEvent.click(flair('Teamplay', 'Negative'));
    await type(ticket() as HTMLElement, '1234567890');
    expect(errorOf(ticket() as HTMLElement)).toBe('The value must be at most 9 characters long.');
    await userEvent.click(flair('Teamplay', 'Positive'));
    expect(ticket()).toBeNull();
  });

  it('sends with Ctrl+Enter and reloads the page (Rule 9.10)', async () => {
    platform.answer(CREATE, makePost(), { status: 201 });
    await open();
    await type(title(), 'A good title');
    await type(content(), CONTENT);
    await userEvent.click(guidelines());
    fireEvent.keyDown(content(), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(platform.requests).toEqual([CREATE]);
  });

  it('keeps every value when it is refused, and shows why (Rule 9.10)', async () => {
    platform.answer(CREATE, { post: ['Player has opted out.'] }, { status: 400 });
    await open();
    await type(title(), 'A good title');
    await type(content(), CONTENT);
    await userEvent.click(guidelines());
    await userEvent.click(submit());
    await waitFor(() => expect(screen.getByText('Player has opted out.')).toBeTruthy());
    expect(title()).toHaveProperty('value', 'A good title');
    expect(content()).toHaveProperty('value', CONTENT);
    expect(reload).not.toHaveBeenCalled();
    expect(submit().getAttribute('aria-busy')).toBeNull();
  });

  it('restores a draft, which can be discarded (Rule 9.14)', async () => {
    await open();
    await type(title(), 'Half a tit');
    cleanup();
    await open();
    expect(title()).toHaveProperty('value', 'Half a tit');
    await userEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
    expect(title()).toHaveProperty('value', '');
    expect(stored.size).toBe(0);
    cleanup();
    await open();
    expect(screen.queryByText(/Draft restored/)).toBeNull();
  });

  it('names the replay of a draft that has to be chosen again after a reload (Rule 9.14)', async () => {
    const text = { title: 'A good title', content: CONTENT, flairs: 0, replay: '<b>a</b>.wowsreplay' };
    stored.set('post-draft:0:create:500000002', JSON.stringify(text));
    await open();
    const sentence = () => screen.queryByText(/^Draft restored\./)?.textContent;
    expect(sentence()).toBe('Draft restored. Choose <b>a</b>.wowsreplay again: files can’t be kept.');
    await userEvent.upload(replay(), file());
    expect(sentence()).toBe('Draft restored.');
  });

  it('shows the errors of a restored draft, but not of untouched fields (Rule 9.7)', async () => {
    await open();
    await type(title(), 'Four');
    await userEvent.click(flair('Courtesy', 'Positive'));
    cleanup();
    await open();
    await waitFor(() => expect(errorOf(title())).toBe('The value must be at least 5 characters long.'));
    await waitFor(() => expect(errorOf(replay())).toBe(REQUIRED));
    expect(errorOf(content())).toBeUndefined();
  });

  it('focuses the first field and clears the file when a draft is discarded (Rule 9.14)', async () => {
    await open();
    await userEvent.upload(replay(), file());
    cleanup();
    await open();
    expect(replay().files?.[0]?.name).toBe('battle.wowsreplay');
    await act(async () => {
      fireEvent.change(replay(), { target: { files: [file('other.wowsreplay')] } });
    });
    await userEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
    expect(document.activeElement?.closest('fieldset')).toBe(
      screen.getByRole('group', { name: 'Performance' }),
    );
    await waitFor(() => expect(screen.queryByText('other.wowsreplay')).toBeNull());
    expect(replay().value).toBe('');
  });

  it('is not sent by Enter alone in a field (Rule 9.15)', async () => {
    await open();
    const isLeft = (control: HTMLElement) => fireEvent.keyDown(control, { key: 'Enter' });
    for (const control of [title(), guidelines(), flair('Courtesy', 'Neutral')])
      expect(isLeft(control)).toBe(false);
    for (const control of [content(), replay(), submit()]) expect(isLeft(control)).toBe(true);
  });

  it('leaves the preview when the text has an error on submit (Rule 9.7)', async () => {
    await open();
    await type(title(), 'A good title');
    await type(content(), 'Too short');
    await userEvent.click(guidelines());
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    expect(screen.getByRole('region', { name: 'Preview' })).toBeTruthy();
    // Its name says what it does next; "pressed" besides would say that the text is written already.
    expect(screen.getByRole('button', { name: 'Write' }).getAttribute('aria-pressed')).toBeNull();
    await userEvent.click(submit());
    await waitFor(() => expect(document.activeElement).toBe(content()));
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
  });

  it('scrolls a refusal into view once, not again while typing (Rule 9.10)', async () => {
    const scrolled = vi.fn();
    HTMLElement.prototype.scrollIntoView = scrolled;
    platform.answer(CREATE, { post: ['Player has opted out.'] }, { status: 400 });
    await open();
    await type(title(), 'A good title');
    await type(content(), CONTENT);
    await userEvent.click(guidelines());
    for (const times of [1, 2]) {
      await userEvent.click(submit());
      await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(times));
      await type(content(), `${CONTENT} More, ${times}.`);
      expect(scrolled).toHaveBeenCalledTimes(times);
    }
  });

  it('focuses the submit button when the focused control is disabled (Rule 9.15)', async () => {
    const answer = platform.hold(CREATE);
    await open();
    await type(title(), 'A good title');
    await type(content(), CONTENT);
    await userEvent.click(guidelines());
    replay().focus();
    fireEvent.keyDown(replay(), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(submit().getAttribute('aria-busy')).toBe('true'));
    expect(document.activeElement).toBe(submit());
    await act(async () => answer({ post: ['Player has opted out.'] }, { status: 400 }));
    expect(document.activeElement).toBe(submit());
  });

  it('stores no draft again once the post is published (Rule 9.14)', async () => {
    platform.answer(CREATE, makePost(), { status: 201 });
    await open();
    await type(title(), 'A good title');
    await type(content(), CONTENT);
    await userEvent.click(guidelines());
    await userEvent.click(submit());
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    await userEvent.click(guidelines());
    expect([...stored.keys()]).toEqual([]);
  });

  it('keeps the guidelines accepted after a refusal (Rule 9.10)', async () => {
    const answer = platform.hold(CREATE);
    await open();
    await type(title(), 'A good title');
    await type(content(), CONTENT);
    await userEvent.click(guidelines());
    await userEvent.click(submit());
    await waitFor(() => expect(guidelines()).toHaveProperty('disabled', true));
    await act(async () => answer({ post: ['Player has opted out.'] }, { status: 400 }));
    expect(guidelines()).toMatchObject({ disabled: false, checked: true });
    platform.answer(CREATE, makePost(), { status: 201 });
    await userEvent.click(submit());
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it('counts the trimmed text and shows a preview', async () => {
    await open();
    await type(content(), '  **bold** ');
    expect(screen.getByText('8/2000')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    expect((await screen.findByText('bold')).tagName).toBe('STRONG');
  });

  it('starts an edit from the post and requires no replay', async () => {
    await open(edit);
    expect(title()).toHaveProperty('value', 'As it was');
    expect(screen.queryByLabelText(/^Replay/)).toBeNull();
    await userEvent.click(flair('Courtesy', 'Positive'));
    await userEvent.click(guidelines());
    platform.answer('PUT /api/Post');
    await userEvent.click(submit());
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });
});

describe('Moderating a post', () => {
  const reason = () => field(/^Reason/);
  const LISTED = `GET /api/mod/action/list?postId=${guid(1)}`;
  const REVERT = `DELETE /api/mod/action/${guid(30)}`;
  beforeEach(() => platform.answer(LISTED, undefined, { status: 204 }));

  /** Deletes a post for a reason; the API lists the action. Resolves to the button of the message. */
  async function remove(dialog: Dialog): Promise<HTMLButtonElement | undefined> {
    const messages: { button?: HTMLButtonElement | undefined }[] = [];
    const { runtime, setRuntime } = await import('#lib/runtime.ts');
    const { showStatus } = runtime;
    setRuntime({
      showStatus: (message) => {
        showStatus(message);
        messages.push(message ?? {});
      },
    });
    const action = makeModAction({ id: guid(30), postId: guid(1), modId: 500_000_001, reason: 'Insults.' });
    platform.answer(LISTED, [makeModAction({ ...action, id: guid(22), modId: 500_000_003 }), action]);
    platform.answer('POST /api/mod/action', undefined, { status: 202 });
    await open(dialog);
    await type(reason(), 'Insults.');
    await userEvent.click(screen.getByRole('button', { name: 'Delete post' }));
    await waitFor(() => expect(platform.said).toEqual(['Removed.']));
    cleanup();
    const { button } = messages.at(-1) ?? {};
    if (button) document.body.append(button);
    onTestFinished(() => button?.remove());
    return button;
  }
  const signIn = async () => {
    vi.doMock('#lib/stores/session/session.ts', async (load) => ({
      ...(await load<object>()),
      $viewer: { get: () => ({ id: 500_000_001, roles: ['mod'] }) },
    }));
    onTestFinished(() => vi.doUnmock('#lib/stores/session/session.ts'));
    vi.resetModules();
    page = await loadModules();
    platform = page.fakePlatform('/posts', { reload, localStorage: storageOf(stored) });
  };
  const removal: Dialog = { kind: 'mod-delete', post: makePost({ id: guid(1) }) };

  it('undoes the own action with the button, and keeps what was typed as a draft (Rule 28.44)', async () => {
    await signIn();
    const undo = await remove(removal);
    expect([undo?.textContent, stored.size]).toEqual(['Undo', 1]);
    platform.answer(REVERT, undefined, { status: 205 });
    await userEvent.click(undo as HTMLElement);
    await waitFor(() => expect(platform.said).toEqual(['Removed.', 'The mod action was reverted.']));
    await open(removal);
    expect(reason()).toHaveProperty('value', 'Insults.');
  });

  it('undoes with Ctrl+Z once, but not while the user types or without the message (Rule 28.44)', async () => {
    await signIn();
    const undo = await remove(removal);
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
    await signIn();
    const undo = await remove(removal);
    platform.answer(REVERT, 'Not your own post.', { status: 403, contentType: 'text/plain' });
    await userEvent.click(undo as HTMLElement);
    await waitFor(() => expect(platform.said).toEqual(['Removed.', 'Not your own post.']));
  });

  it('offers no Undo for an action that the API does not list (Rule 28.44)', async () => {
    expect(await remove(removal)).toBeUndefined();
  });

  it('requires a reason for a deletion, and keeps it when it is refused (Rule 11.2)', async () => {
    const dialog: Dialog = { kind: 'mod-delete', post: makePost({ id: guid(1) }) };
    await open(dialog);
    await userEvent.click(screen.getByRole('button', { name: 'Delete post' }));
    await waitFor(() => expect(errorOf(reason())).toBe(REQUIRED));
    await type(reason(), 'x'.repeat(1001));
    expect(errorOf(reason())).toBe('The value must be at most 1000 characters long.');
    await type(reason(), 'x'.repeat(1000));
    expect(errorOf(reason())).toBeUndefined();
    await type(reason(), 'Insults.');
    platform.answer('POST /api/mod/action', 'Not your own post.', { status: 403, contentType: 'text/plain' });
    await userEvent.click(screen.getByRole('button', { name: 'Delete post' }));
    await waitFor(() => expect(screen.getByText('Not your own post.')).toBeTruthy());
    cleanup();
    page.leaveEditor();
    await open(dialog);
    expect(reason()).toHaveProperty('value', 'Insults.');
  });

  /** The bodies that the page sends from now on. */
  async function sentBodies(): Promise<unknown[]> {
    const bodies: unknown[] = [];
    const { runtime } = await import('#lib/runtime.ts');
    const { fetch } = runtime;
    runtime.fetch = (url, init) => {
      if (init.body) bodies.push(JSON.parse(String(init.body)));
      return fetch(url, init);
    };
    return bodies;
  }

  it.each([
    ['are sent beside it', ['reasons'], { rules: ['provoke'] }],
    ['stay in its text where the API stores no codes', [], {}],
  ])('takes guidelines into the reason: they %s (Rule 28.41)', async (_, features, named) => {
    const bodies = await sentBodies();
    const { runtime } = await import('#lib/runtime.ts');
    runtime.sessionStorage.remove('features');
    platform.answer('GET /api/features', { features });
    platform.answer('GET /assets/guidelines.html', '<h2>Be fair</h2><h2 id="provoke">Do not provoke</h2>');
    platform.answer('POST /api/mod/action', undefined, { status: 202 });
    await open({ kind: 'mod-delete', post: makePost({ id: guid(1) }) });
    await type(reason(), 'Three salvos.');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Do not provoke' }));
    const text = 'Do not provoke.\nThree salvos.';
    expect(reason()).toHaveProperty('value', text);
    await userEvent.click(screen.getByRole('button', { name: 'Delete post' }));
    await waitFor(() =>
      expect(bodies).toEqual([{ postId: guid(1), actionType: 0, reason: text, updatedPost: null, ...named }]),
    );
  });

  it('changes text and flairs with a reason (Rule 11.1)', async () => {
    platform.answer('POST /api/mod/action', undefined, { status: 202 });
    const bodies = await sentBodies();
    const post = makePost({ id: guid(1), title: 'As it was', content: CONTENT, flairs: 0 });
    await open({ kind: 'mod-edit', post });
    expect(title()).toHaveProperty('value', 'As it was');
    await userEvent.click(flair('Courtesy', 'Negative'));
    expect(ticket()).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Save mod edit' }));
    await waitFor(() => expect(errorOf(reason())).toBe(REQUIRED));
    await type(title(), 'Milder');
    await type(reason(), 'Names a clan.');
    await userEvent.click(screen.getByRole('button', { name: 'Save mod edit' }));
    await waitFor(() => expect(platform.said).toEqual(['Changes saved.']));
    const updatedPost = {
      ...post,
      replay: null,
      title: 'Milder',
      flairs: packFlairs({ ...NEUTRAL_FLAIRS, courtesy: false }),
    };
    expect(bodies).toEqual([{ postId: guid(1), actionType: 1, reason: 'Names a clan.', updatedPost }]);
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('Help with customer support', () => {
  it('links to the region’s report forms (Rule 9.12)', async () => {
    await open();
    await userEvent.click(flair('Teamplay', 'Negative'));
    await userEvent.click(screen.getByRole('button', { name: 'How do I get a ticket ID?' }));
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links.filter((href) => href?.startsWith('https://eu.wargaming.net/support/'))).toHaveLength(2);
    expect(screen.getByText(/^Only you, staff and the publisher’s support can see the ID\./)).toBeTruthy();
  });
});

describe('Help with customer support where the publisher has no forms', () => {
  it('shows that there are none (Rule 9.12)', async () => {
    page.fakePlatform('/player/500000002,Borodino_Gunner', { region: () => 'cis' });
    await open();
    await userEvent.click(flair('Courtesy', 'Negative'));
    await userEvent.click(screen.getByRole('button', { name: 'How do I get a ticket ID?' }));
    expect(screen.getByText(/offers no report form for this region/)).toBeTruthy();
    const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links.filter((href) => href?.includes('support'))).toEqual([]);
  });
});

describe('Deleting a post', () => {
  const remove: Dialog = { kind: 'delete', post: makePost({ id: guid(1), title: 'As it was' }) };

  it('asks first, then deletes and reloads the page (Rule 9.13)', async () => {
    platform.answer(`DELETE /api/Post/${guid(1)}`, undefined, { status: 205 });
    await open(remove);
    expect(screen.getByText('As it was')).toBeTruthy();
    expect(platform.requests).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it('shows why it was refused', async () => {
    platform.answer(`DELETE /api/Post/${guid(1)}`, { post: ['The post is locked.'] }, { status: 400 });
    await open(remove);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.getByText('The post is locked.')).toBeTruthy());
  });
});
