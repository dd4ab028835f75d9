import type { EnginePage } from '#scripts/testing/engines/page.ts';
import { address, button, dialog, reloadPage, seeNoDialog, signIn } from '#tests/engines/actions.ts';
import { expect, test } from '#tests/engines/engine-test.ts';

const STAFF = 'Dreadnought_Admin';
const OWN = '/player/500000004,Dreadnought_Admin?tab=sent';
const FUSO = '/player/500000006,Fuso_Banned';
const GNEISENAU = '/player/500000007,Gneisenau_Hidden';
const TITLE = { role: 'textbox', name: /^Title/ } as const;

/** A line of a dialog is 2 px high; the smallest question takes this much. */
const SMALLEST = 150;

/** Each dialog and the buttons that open it. */
const DIALOGS: Record<
  string,
  { path: string; steps: (string | RegExp)[]; title: string | RegExp; isAddress?: true }
> = {
  edit: { path: OWN, steps: ['More actions', 'Edit'], title: /^Edit post about/ },
  delete: { path: OWN, steps: ['More actions', 'Delete'], title: 'Delete post' },
  'mod-edit': { path: OWN, steps: ['Mod Edit'], title: /^Mod Edit/i },
  'mod-delete': { path: OWN, steps: ['Mod Delete'], title: /^Mod Delete/i },
  bans: { path: FUSO, steps: [/^Platform bans/], title: /^Platform bans of/, isAddress: true },
  'mod-actions': { path: FUSO, steps: [/^Mod actions/], title: /^Mod actions on/, isAddress: true },
  recalculate: { path: FUSO, steps: ['Recalculate metrics'], title: 'Recalculate metrics?' },
  'new-seed': { path: '/settings', steps: ['Reset Seed'], title: 'Confirm Seed Token Rotation' },
  notifications: { path: '/guidelines', steps: [/^Notifications/], title: 'Notifications' },
};

/** Check boxes that are the browser's, or not 24 CSS pixels high (Rule 30.79). */
const foreignBoxes = () =>
  [...document.querySelectorAll<HTMLElement>('dialog [type=checkbox]')].filter(
    (box) => getComputedStyle(box).appearance !== 'none' || box.offsetHeight !== 24,
  ).length;

/** The top dialog is large enough, inside the window, and its last button can be clicked. */
async function expectUsable(page: EnginePage): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate((smallest) => {
        const top = [...document.querySelectorAll('dialog[open]')].at(-1);
        const box = top?.getBoundingClientRect();
        if (!top || !box || box.height < smallest) return `${box?.width} x ${box?.height}`;
        if (box.top < 0 || box.bottom > innerHeight || box.right > innerWidth) return 'outside the window';
        const last = [...top.querySelectorAll('button')].at(-1)?.getBoundingClientRect() ?? box;
        const hit = document.elementFromPoint(
          last.x + last.width / 2,
          Math.min(last.y + last.height / 2, box.bottom - 2),
        );
        return hit && top.contains(hit) ? 'usable' : `covered by ${hit?.outerHTML.slice(0, 80)}`;
      }, SMALLEST),
    )
    .toBe('usable');
  expect(await page.evaluate(foreignBoxes)).toBe(0);
}

test('Every dialog has its height and drawn boxes (Rule 30.79), and closes by Escape and back', async ({
  tab: page,
  shot,
}) => {
  await signIn(page, STAFF, OWN);
  for (const [name, { path, steps, title, isAddress }] of Object.entries(DIALOGS)) {
    if ((await address(page)) !== path) await page.goto(path);
    for (const close of ['Escape', 'back']) {
      for (const step of steps) await page.click(button(step));
      await page.see(dialog(title));
      await expectUsable(page);
      if (close === 'Escape') {
        await shot(`dialog-${name}`);
        await page.press('Escape');
      } else await page.back();
      await seeNoDialog(page);
      await expect.poll(() => address(page), `${name}, ${close}`).toBe(path);
      if (!isAddress)
        await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? null), name).toBeNull();
    }
  }
});

test('A reload with open dialogs draws the page and keeps the draft', async ({ tab: page, engine, shot }) => {
  await signIn(page, engine === 'firefox' ? 'Hood_Clanless' : 'Aurora_Captain', '/guidelines');
  await page.goto(GNEISENAU);
  await page.click(button(/New Post/));
  await page.fill(TITLE, 'Half a thought');
  await page.click({ role: 'label', name: 'Negative', inside: 'Teamplay' });
  await page.click(button('How do I get a ticket ID?'));
  await page.see(dialog('Reporting to Customer Support'));
  await expectUsable(page);
  await shot('dialog-ticket');
  await reloadPage(page);
  await page.see(button(/Continue draft/));
  await seeNoDialog(page);
  await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? null)).toBeNull();

  await page.click(button(/Continue draft/));
  await page.see(TITLE);
  const typed = () =>
    page.evaluate(() => document.querySelector<HTMLInputElement>('dialog input:not([type])')?.value);
  await expect.poll(typed).toBe('Half a thought');
  await page.fill(TITLE, 'A whole thought');
  await page.back();
  await seeNoDialog(page);
  await page.click(button(/Continue draft/));
  await expect.poll(typed, 'after going back from the editor').toBe('A whole thought');
  await page.press('Escape');
  await seeNoDialog(page);
  await page.back();
  await expect.poll(() => address(page)).toBe('/guidelines');
});

test('The dialog that is shown while a form loads is as tall as its content', async ({ tab: page }) => {
  await page.goto('/guidelines');
  await page.evaluate(() => {
    const dialog = document.createElement('dialog');
    const close = document.createElement('button');
    close.textContent = 'Close';
    const box = document.createElement('div');
    box.append('Loading…', close);
    dialog.append(box);
    document.body.append(dialog);
    dialog.showModal();
  });
  await page.see(button('Close'));
  const height = await page.evaluate(
    () => document.querySelector('dialog > div')?.getBoundingClientRect().height,
  );
  expect(height).toBeLessThan(200);
});

test('The account menu is as tall as its links', async ({ tab: page, shot }) => {
  await page.resize(900, 844);
  await signIn(page, STAFF, '/guidelines');
  await page.click(button('Account'));
  await page.see({ role: 'link', name: 'Logout' });
  const perRow = await page.evaluate(() => {
    const menu = document.querySelector('#account-menu');
    return menu && menu.getBoundingClientRect().height / menu.children.length;
  });
  // A stretched menu is as tall as the window.
  expect(perRow).toBeLessThan(60);
  await shot('account-menu');
});
