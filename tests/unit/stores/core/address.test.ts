import { expect, test } from 'vitest';
import { idInPath } from '#lib/stores/core/address.ts';

test.each([
  ['500000001,Aurora_Captain', 500000001],
  ['500000001', 500000001],
  ['500000001,', 500000001],
  ['7010000001%2Cname', 7010000001],
  ['9007199254740991,largest', 9007199254740991],
  ['9007199254740993,too large', null],
  ['0,zero', null],
  ['-1,negative', null],
  ['12abc', null],
  ['abc,12', null],
  ['1.5,half', null],
  ['', null],
])('reads the id of the pair %s as %s (Rule 2.9)', (pair, id) => {
  expect(idInPath(`/player/${pair}`)).toBe(id);
});

test.each([
  ['/player/5,name/', 5],
  ['/player/', null],
  ['', null],
])('reads the id in %s as %s', (path, id) => {
  expect(idInPath(path)).toBe(id);
});
