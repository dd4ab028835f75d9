import { cleanStores } from 'nanostores';
import { expect, onTestFinished, test } from 'vitest';
import { $address, idInPath } from '#lib/stores/core/address.ts';
import { fakePlatform } from '#tests/support/fake-platform.ts';

test.each([
  ['500000001,Aurora_Captain', 500000001],
  ['500000001', 500000001],
  ['500000001,', 500000001],
  ['500000001.', 500000001],
  ['500000001)', 500000001],
  ['500000001%20', 500000001],
  ['500000001%3Ffbclid=1', 500000001],
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

const POST = '84f5af5f-a183-4dd3-b738-1dc473ce03a3';

test.each([
  [`/posts/${POST}.`, `/posts/${POST}`],
  [`/posts/${POST})`, `/posts/${POST}`],
  [`/posts/${POST},`, `/posts/${POST}`],
  [`/posts/${POST}%20`, `/posts/${POST}`],
  [`/posts/%7B${POST}%7D`, `/posts/${POST}`],
  [`/posts/${POST}%3Ffbclid=1?page=2#battle`, `/posts/${POST}?page=2#battle`],
  [`/decisions/${POST}.`, `/decisions/${POST}`],
  ['/player/500000001.', '/player/500000001'],
  ['/clan/7)', '/clan/7'],
  ['/player/500000001,Aurora_Captain', '/player/500000001,Aurora_Captain'],
  ['/player/500000001%2CAurora_Captain', '/player/500000001%2CAurora_Captain'],
  ['/posts/nothing.', '/posts/nothing.'],
  ['/posts', '/posts'],
])('corrects the address of the link %s to %s (Rule 2.9)', (link, address) => {
  const platform = fakePlatform(link);
  onTestFinished(() => cleanStores($address));
  $address.listen(() => {});
  expect(platform.history).toEqual([address]);
});
