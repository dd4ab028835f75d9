/** The menu of a post's card. */
import { expect, type Locator, type Page } from 'playwright/test';

/** Those of authors are in the menu at every width, those of moderators on narrow screens. */
export type MenuAction = 'Edit' | 'Delete' | 'Mod Edit' | 'Report';

/** Chooses an action from the menu of the first card in `scope`, again when the list was redrawn meanwhile. */
export async function chooseInMenu(scope: Page | Locator, action: MenuAction): Promise<void> {
  const item = scope.getByRole('button', { name: action, exact: true }).first();
  await expect(async () => {
    if (!(await item.isVisible())) await scope.getByRole('button', { name: 'More actions' }).first().click();
    await item.click({ timeout: 5000 });
  }).toPass();
}
