import { expect, test } from 'vitest';
import { noteReadOnly, READ_ONLY_HEADER } from '#lib/domain/read-only.ts';

/** A page with its tab's storage; `arrive` is an answer of the API. */
function openPage() {
  const attributes = new Set<string>();
  const stored: string[] = [];
  const root = {
    hasAttribute: (name: string) => attributes.has(name),
    toggleAttribute: (name: string, isOn?: boolean) =>
      isOn ? !!attributes.add(name) : !attributes.delete(name),
  };
  const storage = { set: (key: string, value: string) => void stored.push(`${key}=${value}`) };
  return {
    stored,
    isShown: () => attributes.has('data-read-only'),
    arrive: (status: number, isReadOnly: boolean) =>
      noteReadOnly(
        new Response(null, { status, headers: isReadOnly ? { [READ_ONLY_HEADER]: 'true' } : {} }),
        root,
        storage,
        1_000,
      ),
  };
}

test('the notice follows the answers of the API, refused writes included (Rule 2.51)', () => {
  const { arrive, isShown, stored } = openPage();
  arrive(503, true);
  expect(isShown()).toBe(true);
  arrive(200, false);
  expect(isShown()).toBe(false);
  expect(stored).toEqual(['read-only=1000', 'read-only=']);
});

test('the notice stays during errors that may be those of a proxy', () => {
  const { arrive, isShown } = openPage();
  arrive(200, true);
  arrive(502, false);
  expect(isShown()).toBe(true);
});

test('nothing is stored for an ordinary answer', () => {
  const { arrive, stored } = openPage();
  arrive(200, false);
  expect(stored).toEqual([]);
});
