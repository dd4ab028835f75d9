/** How the browser of tests and benchmarks is started. */
import type { LaunchOptions } from 'playwright/test';
import { ROOT } from '#scripts/support/settings.ts';
import { findChromium } from '../chromium.mjs';

const chromium = findChromium(ROOT);

/** The installed Chromium, where there is one, without anything that would look for hosts outside the machine. */
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
