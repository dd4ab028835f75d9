import { expect, it } from 'vitest';
import { readClanSearch, readPlayerSearch, refinesSearch, splitAtMatch } from '#lib/domain/search-text.ts';

const tooShort = { kind: 'invalid', message: 'The value must be at least 3 characters long.' };
const badCharacters = { kind: 'invalid', message: 'Player names have only letters, digits and underscores.' };

it.each([
  ['', { kind: 'empty' }],
  ['   ', { kind: 'empty' }],
  ['ab', tooShort],
  [' ab ', tooShort],
  ['abc', { kind: 'query', query: 'abc' }],
  ['  Aurora_Captain ', { kind: 'query', query: 'Aurora_Captain' }],
  ['Крейсер', { kind: 'query', query: 'Крейсер' }],
  ['戦艦大和', { kind: 'query', query: '戦艦大和' }],
  ['[REF] Aurora_Captain', { kind: 'query', query: 'Aurora_Captain' }],
  ['[REF]Aurora_Captain', { kind: 'query', query: 'Aurora_Captain' }],
  ['[REF]', { kind: 'query', query: 'REF' }],
  ['@Aurora_Captain', { kind: 'query', query: 'Aurora_Captain' }],
  ['Aurora_Captain, ', { kind: 'query', query: 'Aurora_Captain' }],
  ['http://localhost:4321/player/500000001,Aurora_Captain', { kind: 'query', query: '500000001' }],
  ['https://eu.example.org/Player/500000001.', { kind: 'query', query: '500000001' }],
  ['ab/../c', badCharacters],
  ['two words', badCharacters],
  ['a'.repeat(100), { kind: 'query', query: 'a'.repeat(100) }],
  ['a'.repeat(101), { kind: 'invalid', message: 'The value must be at most 100 characters long.' }],
])('the player search reads %j (Rule 4.9)', (text, expected) => {
  expect(readPlayerSearch(text)).toEqual(expected);
});

it.each([
  ['Borodino_Gunner', 'odin', ['Bor', 'odin', 'o_Gunner']],
  ['Borodino_Gunner', 'BORO', ['', 'Boro', 'dino_Gunner']],
  ['Крейсер', 'сер', ['Крей', 'сер', '']],
  ['Borodino_Gunner', 'hood', ['Borodino_Gunner', '', '']],
  ['Borodino_Gunner', '', ['Borodino_Gunner', '', '']],
  // Its lower case is longer.
  ['İstanbul', 'bul', ['İstanbul', '', '']],
])('of the name %j, the search for %j marks %j', (name, text, parts) => {
  expect(splitAtMatch(name, text)).toEqual(parts);
});

it.each([
  ['', 'aur', true],
  ['aur', 'aurora', true],
  ['aurora', 'aur', true],
  ['aurora', 'borodino', false],
  ['aurora', '', false],
])('from %j to %j, the search is refined: %s', (previous, next, expected) => {
  expect(refinesSearch(previous, next)).toBe(expected);
});

it.each([
  ['', { kind: 'empty' }],
  ['  ', { kind: 'empty' }],
  ['W', { kind: 'query', query: 'W' }],
  [' Rolling Waves! ', { kind: 'query', query: 'Rolling Waves!' }],
  ['[RW] Rolling Waves', { kind: 'query', query: 'RW' }],
  ['[RW]', { kind: 'query', query: 'RW' }],
  ['Rolling Waves,', { kind: 'query', query: 'Rolling Waves' }],
  ['https://eu.example.org/clan/7,RW-Rolling%20Waves', { kind: 'query', query: 'RW' }],
  ['https://eu.example.org/clan/7,R-W-Rolling%20Waves', { kind: 'query', query: 'R-W' }],
  ['https://eu.example.org/clan/7,-RW--Rolling%20Waves', { kind: 'query', query: '-RW' }],
  ['x'.repeat(51), { kind: 'invalid', message: 'The value must be at most 50 characters long.' }],
])('the clan search reads %j (Rule 4.9)', (text, expected) => {
  expect(readClanSearch(text)).toEqual(expected);
});
