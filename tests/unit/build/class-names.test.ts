import { expect, test } from 'vitest';
import { nameClass } from '../../../src/build/class-names.ts';

test('names a class after its file, the same in every build', () => {
  expect(nameClass('late', '/site/src/islands/live/LiveSign.module.css')).toBe('LiveSign-late');
  expect(nameClass('live', '/site/src/islands/live/LiveSign.module.css?used')).toBe('LiveSign-live');
});

test('refuses a second CSS module with the same name', () => {
  nameClass('row', '/site/src/islands/feed/List.module.css');
  expect(() => nameClass('row', '/site/src/islands/clan/List.module.css')).toThrow(/need different names/);
});
