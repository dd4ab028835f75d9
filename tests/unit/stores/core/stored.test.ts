import { expect, it } from 'vitest';
import { z } from '#lib/schemas/zod.ts';
import { stored } from '#lib/stores/core/stored.ts';
import { resetSession } from '#lib/stores/session/session.ts';
import { openSignedIn } from '#tests/support/signed-in-page.ts';

const ids = stored('ids', z.array(z.string()));

it('reads back what was written, until it is removed', async () => {
  const { device } = await openSignedIn();
  expect(ids.read()).toBeNull();
  ids.write(['a', 'b']);
  expect(device.get('ids')).toBe('["a","b"]');
  expect(ids.read()).toEqual(['a', 'b']);
  ids.remove();
  expect(ids.read()).toBeNull();
  expect(device.size).toBe(0);
  resetSession();
});

it('keeps a value of the tab in sessionStorage', async () => {
  const { device, tab } = await openSignedIn();
  stored('choice', z.boolean(), 'sessionStorage').write(true);
  expect(tab.get('choice')).toBe('true');
  expect(device.size).toBe(0);
  resetSession();
});

it.each(['rubbish', '{"a":1}', '[5]', ''])(
  'reads "%s", which does not fit the schema, as null',
  async (text) => {
    await openSignedIn({ device: new Map([['ids', text]]) });
    expect(ids.read()).toBeNull();
    resetSession();
  },
);
