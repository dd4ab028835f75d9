import { expect, it } from 'vitest';
import { readPlayerSearch } from '#lib/domain/player-search.ts';

it.each([
  ['', { kind: 'empty' }],
  ['   ', { kind: 'empty' }],
  ['ab', { kind: 'too-short', minimum: 3 }],
  [' ab ', { kind: 'too-short', minimum: 3 }],
  ['abc', { kind: 'query', query: 'abc' }],
  ['  Aurora_Captain ', { kind: 'query', query: 'Aurora_Captain' }],
  ['Ж́ук', { kind: 'bad-characters' }],
  ['Крейсер', { kind: 'query', query: 'Крейсер' }],
  ['ab/../c', { kind: 'bad-characters' }],
  ['two words', { kind: 'bad-characters' }],
  ['a'.repeat(100), { kind: 'query', query: 'a'.repeat(100) }],
  ['a'.repeat(101), { kind: 'too-long', maximum: 100 }],
])('the player search reads %j (Rule 4.2)', (text, expected) => {
  expect(readPlayerSearch(text)).toEqual(expected);
});
