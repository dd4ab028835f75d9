import { afterEach, expect, it } from 'vitest';
import { keepReason, RECENT_REASONS_MAX, readReasons } from '#lib/stores/core/recent-reasons.ts';
import { resetSession } from '#lib/stores/session/session.ts';
import { openSignedIn } from '#tests/support/signed-in-page.ts';

afterEach(() => resetSession());

it('offers the latest reasons first, each once, and not too many (Rule 11.12)', async () => {
  await openSignedIn();
  for (const reason of ['one', 'two', 'three', 'one', 'four', 'five']) keepReason(reason);
  expect(readReasons()).toEqual(['five', 'four', 'one', 'three']);
  expect(readReasons()).toHaveLength(RECENT_REASONS_MAX);
});

it('keeps them for one moderator on one device', async () => {
  const { device } = await openSignedIn();
  keepReason('Insults are no evidence.');
  expect([...device.keys()]).toEqual(['recent-reasons:500000001']);
});

it.each(['rubbish', '{"a":1}', '[5]', ''])('reads storage that holds "%s" as none', async (text) => {
  await openSignedIn({ device: new Map([['recent-reasons:500000001', text]]) });
  expect(readReasons()).toEqual([]);
});
