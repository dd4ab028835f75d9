/** Launch options of the browser for tests and benchmarks. */
import type { LaunchOptions } from 'playwright/test';
import { ROOT } from '#scripts/support/settings.ts';
import { findChromium } from '../bootstrap/chromium.mjs';

const chromium = findChromium(ROOT);

/** The installed Chromium if any, without its own requests to other hosts. */
export const launchOptions: LaunchOptions = {
  ...(chromium && { executablePath: chromium }),
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
  ],
};
