/** Every form with typed text, described for tests that let each of them fail. */
import { expect, type Locator, type Page } from 'playwright/test';
import { chooseInMenu } from '#tests/support/post-menu.ts';
import { callApi, getJson, inventedPlayer, type Player } from '#tests/support/region-site.ts';
import { sendPost } from '#tests/support/sign-in.ts';

/** How to open, fill in, send and check a form. */
export interface FormUnderTest {
  name: string;
  /** Who signs in. */
  account: (page: Page) => Promise<Player>;
  /** As that account: creates what the form needs, and returns its address. */
  prepare: (page: Page, account: Player) => Promise<string>;
  /** Opens the form unless it is open. */
  open: (page: Page) => Promise<void>;
  fill: (page: Page) => Promise<void>;
  expectKept: (page: Page) => Promise<void>;
  /** Sends the form with a double click. */
  send: (page: Page) => Promise<void>;
  /** The call that sends it. */
  call: { method: string; url: RegExp };
  /** Waits for the page to react, and checks with the API that it was stored once. */
  expectSent: (page: Page, account: Player) => Promise<void>;
  /** The choice is not kept for other tabs. */
  endsWithTab?: true;
}

const TITLE = 'Typed while the world was whole';
const CONTENT = 'Half an hour of careful words about a battle, which no one wants to write a second time.';
const REASON = 'Names another player and insults him three times.';

const dialog = (page: Page) => page.getByRole('dialog');
const textbox = (page: Page, name: RegExp) => dialog(page).getByRole('textbox', { name });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

/** Opens a form unless it is visible: it may reopen by itself after a reload or "back". */
async function openBy(open: () => Promise<void>, field: Locator): Promise<void> {
  await expect(async () => {
    if (!(await field.isVisible())) await open();
    await expect(field).toBeVisible({ timeout: 2000 });
  }).toPass();
}

/** A form in a dialog behind a button, with the text for its fields. */
function dialogForm(opener: string | RegExp, texts: readonly (readonly [RegExp, string])[]) {
  const [first] = texts[0] ?? [/$^/];
  return {
    open: (page: Page) =>
      openBy(
        () =>
          opener === 'Edit' ? chooseInMenu(page, opener) : button(page, opener).click({ timeout: 2000 }),
        textbox(page, first),
      ),
    fill: async (page: Page) => {
      for (const [name, text] of texts) await textbox(page, name).fill(text);
    },
    expectKept: async (page: Page) => {
      for (const [name, text] of texts) await expect(textbox(page, name)).toHaveValue(text);
    },
  };
}

/** Sends the dialog's form twice at once; authors have to accept the guidelines first. */
const sendBy =
  (action: string, { guidelines = false } = {}) =>
  async (page: Page): Promise<void> => {
    if (guidelines)
      await dialog(page)
        .getByRole('checkbox', { name: /guidelines/ })
        .check();
    await dialog(page).getByRole('button', { name: action }).dblclick();
    await page.keyboard.press('Control+Enter');
  };

/**
 * A post on which no moderator acted. Tests run at the same time and new posts move the list, so each picks from a half of its
 * own: of ids that begin with 0 to 7, or with 8 to f.
 */
async function untouchedPost(page: Page, half: 0 | 1): Promise<string> {
  const posts = await getJson<{ id: string; modLocked: boolean; readOnly: boolean }[]>(
    page,
    '/api/Post/latest?pageSize=100&page=3',
  );
  const own = posts.find(
    ({ id, modLocked, readOnly }) =>
      Math.floor(Number.parseInt(id.charAt(0), 16) / 8) === half && !modLocked && !readOnly,
  );
  return own?.id ?? '';
}

const actionsOn = (page: Page) =>
  getJson<{ reason: string }[]>(page, `/api/mod/action/list?postId=${page.url().split('/').at(-1)}`);

const moderator = async (): Promise<Player> => ({ id: 500_000_003, username: 'Cossack_Mod' });

/** A new post. */
const newPost: FormUnderTest = {
  name: 'A new post',
  account: (page) => inventedPlayer(page, 200),
  prepare: async (page) => {
    const { id, username } = await inventedPlayer(page, 201);
    return `/player/${id},${username}`;
  },
  // Continues a draft, too.
  ...dialogForm(/^New Post/, [
    [/^Title/, TITLE],
    [/^Content/, CONTENT],
  ]),
  send: sendBy('Publish post', { guidelines: true }),
  call: { method: 'POST', url: /\/api\/Post(\?.*)?$/i },
  expectSent: async (page, author) => {
    await expect(page.getByRole('article', { name: TITLE })).toBeVisible();
    const sent = await getJson<{ title: string }[]>(page, `/api/Post/${author.id}/sent`);
    expect(sent.filter(({ title }) => title === TITLE)).toHaveLength(1);
  },
};

/** The author's change of a post. */
const editedPost: FormUnderTest = {
  name: 'The edit of a post',
  account: (page) => inventedPlayer(page, 202),
  prepare: async (page, author) => {
    const { id } = await inventedPlayer(page, 203);
    expect(await sendPost(page, author.id, id, 'The first version')).toBe(201);
    const [post] = await getJson<{ id: string }[]>(page, `/api/Post/${author.id}/sent?pageSize=1`);
    return `/posts/${post?.id}`;
  },
  ...dialogForm('Edit', [
    [/^Title/, TITLE],
    [/^Content/, CONTENT],
  ]),
  send: sendBy('Save changes', { guidelines: true }),
  call: { method: 'PUT', url: /\/api\/Post(\?.*)?$/i },
  expectSent: async (page) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
    await expect(page.getByRole('article')).toContainText(CONTENT);
  },
};

/** A moderator's change of a post, with its reason. */
const modEdit: FormUnderTest = {
  name: 'A mod edit',
  account: moderator,
  prepare: async (page) => `/posts/${await untouchedPost(page, 0)}`,
  ...dialogForm('Mod Edit', [
    [/^Title/, TITLE],
    [/^Reason/, REASON],
  ]),
  send: sendBy('Save mod edit'),
  call: { method: 'POST', url: /\/api\/mod\/action$/i },
  expectSent: async (page) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
    expect(await actionsOn(page)).toEqual([expect.objectContaining({ reason: REASON })]);
  },
};

/** A moderator's deletion of a post, with its reason. */
const modDelete: FormUnderTest = {
  name: 'A mod deletion',
  account: moderator,
  prepare: async (page) => `/posts/${await untouchedPost(page, 1)}`,
  ...dialogForm('Mod Delete', [[/^Reason/, REASON]]),
  send: sendBy('Delete post'),
  call: { method: 'POST', url: /\/api\/mod\/action$/i },
  expectSent: async (page) => {
    await expect(page.getByText('Removed by a moderator')).toBeVisible();
    expect(await actionsOn(page)).toEqual([expect.objectContaining({ reason: REASON })]);
  },
};

const banReason = (page: Page) =>
  page.getByRole('form', { name: 'Ban this player' }).getByRole('textbox', { name: /^Reason/ });
const banQuestion = (page: Page) => page.getByRole('dialog', { name: 'Ban this player?' });

/** A ban: length, reason and the confirmation. */
const ban: FormUnderTest = {
  name: 'A ban',
  account: moderator,
  prepare: async (page) => {
    const { id, username } = await inventedPlayer(page, 204);
    return `/player/${id},${username}`;
  },
  open: async (page) => {
    const opened = page.getByRole('dialog', { name: /^Platform bans of/ });
    await openBy(() => page.getByRole('button', { name: /^Platform bans/ }).click({ timeout: 2000 }), opened);
    await openBy(() => button(page, 'Ban this player').click({ timeout: 2000 }), banReason(page));
  },
  fill: async (page) => {
    await banReason(page).fill(REASON);
    await page.getByRole('form', { name: 'Ban this player' }).getByText('30 days').click();
  },
  expectKept: async (page) => {
    await expect(banReason(page)).toHaveValue(REASON);
    await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked();
  },
  send: async (page) => {
    if (!(await banQuestion(page).isVisible())) await button(page, 'Ban…').click();
    await banQuestion(page).getByRole('button', { name: 'Ban', exact: true }).dblclick();
  },
  call: { method: 'POST', url: /\/api\/mod\/bans/i },
  expectSent: async (page) => {
    await expect(dialog(page).getByText(/is banned for 30 days\.$/)).toBeVisible();
    const { id } = await inventedPlayer(page, 204);
    expect(await getJson(page, `/api/mod/bans/${id}`)).toHaveLength(1);
    expect(await callApi(page, 'GET', `/api/Profile/${id}`)).toBe(200);
  },
};

const optOut = (page: Page) => page.getByRole('checkbox', { name: 'Opt out of the platform' });

/** The settings: a choice instead of a text. */
const settings: FormUnderTest = {
  name: 'An opt-out',
  account: (page) => inventedPlayer(page, 205),
  prepare: async () => '/settings',
  open: (page) => expect(optOut(page)).toBeEnabled(),
  fill: (page) => optOut(page).check(),
  expectKept: (page) => expect(optOut(page)).toBeChecked(),
  send: async (page) => {
    await button(page, 'Save').click();
    await dialog(page).getByRole('button', { name: 'Opt out' }).dblclick();
  },
  call: { method: 'PUT', url: /\/api\/Profile$/i },
  expectSent: async (page, { id }) => {
    await expect(page.getByText('Your changes have been saved.')).toBeVisible();
    expect(await getJson(page, `/api/Profile/${id}`)).toMatchObject({ optedOut: true });
  },
  endsWithTab: true,
};

/** All forms, for region NA: no other test writes about these players and posts there. */
export const FORMS: readonly FormUnderTest[] = [newPost, editedPost, modEdit, modDelete, ban, settings];
