import { expect, test } from 'vitest';
import { linkedText } from '#lib/markdown/linked-text.ts';

test.each([
  ['See https://example.org/a?b=1, please.', ['https://example.org/a?b=1']],
  ['(www.example.org/a).', ['http://www.example.org/a']],
  ['HTTPS://EXAMPLE.ORG/A', ['https://example.org/A']],
  ['one http://a.example/1\ntwo http://b.example/2', ['http://a.example/1', 'http://b.example/2']],
  ['https://bank.example@evil.example/', []],
  ['javascript:alert(1) and ftp://example.org', []],
  ['https://', []],
  ['**bold** [a](b) <b>x</b>', []],
])('finds the safe addresses of %j, and keeps the text', (text, addresses) => {
  const parts = linkedText(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.flatMap(({ href }) => href ?? [])).toEqual(addresses);
});
