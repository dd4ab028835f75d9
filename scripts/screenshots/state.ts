/** One state of a screen that is photographed. */
import type { Page } from 'playwright/test';
import type { Ask } from '#tests/support/screens.ts';

/** A state of a screen: who looks, and how it is reached. `open` resolves once the state is visible. */
export interface ScreenState {
  screen: string;
  state: string;
  /** The fixed account that is signed in. */
  account?: string;
  open: (page: Page, ask: Ask) => Promise<void>;
}
