/** Also covers Rules 3.11, 9.10, 9.15, 11.9, 12.7, 16.1. */
import { type BrowserContext, expect, type Page, type Route, test } from 'playwright/test';
import { FORMS, type FormUnderTest } from '#tests/support/forms.ts';
import { originOf, type Player } from '#tests/support/region-site.ts';
import { pickAccount, signIn } from '#tests/support/sign-in.ts';

/** Longer than the site waits for an answer. */
const PATIENCE_MS = 31_000;

interface World {
  page: Page;
  context: BrowserContext;
  form: FormUnderTest;
}

const only =
  ({ method }: FormUnderTest['call'], answer: (route: Route) => unknown) =>
  (route: Route) =>
    route.request().method() === method ? answer(route) : route.continue();

/** How the world breaks: before the form is sent, after it was, and how it is mended. */
const BREAKS: readonly {
  name: string;
  words: RegExp;
  begin: (world: World) => Promise<unknown>;
  afterwards?: (world: World) => Promise<unknown>;
  end: (world: World) => Promise<unknown>;
}[] = [
  {
    name: 'the server fails',
    words: /Something went wrong on our side/,
    begin: ({ page, form }) =>
      page.route(
        form.call.url,
        only(form.call, (route) => route.fulfill({ status: 500 })),
      ),
    end: ({ page, form }) => page.unroute(form.call.url),
  },
  {
    name: 'the device is offline',
    words: /You are offline/,
    begin: ({ context }) => context.setOffline(true),
    end: ({ context }) => context.setOffline(false),
  },
  {
    name: 'no answer comes',
    words: /took too long to answer/,
    begin: async ({ page, form }) => {
      await page.clock.install();
      await page.route(
        form.call.url,
        only(form.call, () => {}),
      );
    },
    afterwards: ({ page }) => page.clock.fastForward(PATIENCE_MS),
    end: ({ page, form }) => page.unroute(form.call.url),
  },
];

const isCall = ({ method, url }: FormUnderTest['call'], request: { method(): string; url(): string }) =>
  request.method() === method && url.test(request.url());

/** Signs in as the user of the form, and opens its page. */
async function arrive(page: Page, form: FormUnderTest): Promise<{ account: Player; path: string }> {
  await page.goto('/guidelines');
  const account = await form.account(page);
  await signIn(page, account.username, '/guidelines');
  const path = await form.prepare(page, account);
  await page.goto(path);
  return { account, path };
}

/** Sends twice at once while the answer is held back; resolves with the number of calls once it was let go. */
async function sendTwice(page: Page, form: FormUnderTest): Promise<() => number> {
  let sent = 0;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  page.on('request', (request) => {
    if (isCall(form.call, request)) sent += 1;
  });
  await page.route(
    form.call.url,
    only(form.call, async (route) => {
      await held;
      await route.continue();
    }),
  );
  await form.send(page);
  release();
  return () => sent;
}

test.describe('Typed text:', () => {
  test.use({ baseURL: originOf('na') });
  // Each breaks the world seven times.
  test.slow();

  for (const form of FORMS)
    test(`${form.name} survives every failure and is sent once (Rule 9.14)`, async ({
      page: first,
      context,
    }) => {
      let page = first;
      const { account, path } = await arrive(page, form);
      await form.open(page);
      await form.fill(page);

      for (const { name, words, ...world } of BREAKS)
        await test.step(name, async () => {
          await world.begin({ page, context, form });
          const asked = page.waitForRequest((request) => isCall(form.call, request));
          await form.send(page);
          await asked;
          await world.afterwards?.({ page, context, form });
          await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
          await form.expectKept(page);
          await world.end({ page, context, form });
        });

      await test.step('the page is reloaded', async () => {
        await page.reload();
        await form.open(page);
        await form.expectKept(page);
      });

      await test.step('back and forward', async () => {
        await page.goBack();
        await page.goForward();
        await form.open(page);
        await form.expectKept(page);
      });

      if (!form.endsWithTab)
        await test.step('the tab is closed, and the page opened again', async () => {
          await page.close();
          page = await context.newPage();
          await page.goto(path);
          await form.open(page);
          await form.expectKept(page);
        });

      await test.step('the session is lost', async () => {
        // From here on the page knows what it loses.
        await expect(page.getByText(`Welcome, ${account.username}.`)).toBeAttached();
        await context.clearCookies();
        await form.send(page);
        const message = page.getByRole('alert').filter({ hasText: 'What you typed is kept.' });
        await expect(message).toContainText('Your sign-in is no longer valid.');
        await message.getByRole('link', { name: 'Sign in again' }).click();
        await pickAccount(page, account.username);
        await form.open(page);
        await form.expectKept(page);
      });

      await test.step('the world is whole again', async () => {
        const sent = await sendTwice(page, form);
        await form.expectSent(page, account);
        expect(sent()).toBe(1);
        const drafts = await page.evaluate(() =>
          Object.keys(localStorage).filter((key) => key.includes('draft')),
        );
        expect(drafts).toEqual([]);
      });
    });
});
