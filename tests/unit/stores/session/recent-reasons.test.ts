import { afterEach, expect, it } from 'vitest';
import { keepReason, RECENT_REASONS_MAX, readReasons } from '#lib/stores/session/recent-reasons.ts';
import { resetSession } from '#lib/stores/session/session.ts';
import { openSignedIn } from '#tests/support/signed-in-page.ts';

afterEach(() => resetSession());

it('keeps a moderator’s last reasons, newest first and each once (Rule 11.12)', async () => {
  const { device } = await openSignedIn();
  for (const reason of ['one', 'two', 'three', 'one', 'four', 'five']) keepReason(reason);
  expect(readReasons()).toEqual(['five', 'four', 'one', 'three']);
  expect(readReasons()).toHaveLength(RECENT_REASONS_MAX);
  expect([...device.keys()]).toEqual(['recent-reasons:500000001']);
});
