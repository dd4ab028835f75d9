import { describe, expect, test } from 'vitest';
import { pagingOrGuess, readPaging, unwrapPagedBody } from '#lib/client/paging.ts';
import { pagingHeaders } from '#tests/support/fake-fetch.ts';

describe('paging in headers', () => {
  test('counts the current page from 1', () => {
    expect(readPaging(new Headers(pagingHeaders(2, 5, 20, 93)))).toEqual({
      currentPage: 3,
      totalPages: 5,
      pageSize: 20,
      totalItems: 93,
    });
  });

  test('has no pages for an empty list', () => {
    expect(readPaging(new Headers(pagingHeaders(0, 0, 20, 0)))).toMatchObject({
      currentPage: 1,
      totalPages: 0,
    });
  });

  test.each<[what: string, headers: Record<string, string>]>([
    ['none', {}],
    ['one missing', { ...pagingHeaders(0, 1, 20, 1), 'Content-Page-Size': '' }],
    ['not a number', { ...pagingHeaders(0, 1, 20, 1), 'Content-Page-Total': 'many' }],
    ['negative', pagingHeaders(-1, 1, 20, 1)],
    ['fractions', pagingHeaders(0.5, 1, 20, 1)],
    ['infinite', { ...pagingHeaders(0, 1, 20, 1), 'Content-Items-Total': 'Infinity' }],
  ])('ignores invalid headers: %s', (_, headers) => {
    expect(readPaging(new Headers(headers))).toBeNull();
  });
});

describe('paging in the body', () => {
  const paging = { currentPage: 2, totalPages: 3, pageSize: 10, totalItems: 25 };

  test.each(['items', 'posts', 'data', 'result'])('is read next to the items, named %s', (name) => {
    expect(unwrapPagedBody({ ...paging, [name]: [1, 2] })).toEqual({ items: [1, 2], paging });
  });

  test('keeps the items when the paging is invalid', () => {
    expect(unwrapPagedBody({ items: [1], currentPage: 'x' })).toEqual({ items: [1], paging: null });
  });

  test.each([[[1, 2]], [null], ['text'], [{ a: 1 }]])('returns any other body as the items: %j', (body) => {
    expect(unwrapPagedBody(body)).toEqual({ items: body, paging: null });
  });
});

describe('a response without paging', () => {
  test('gets paging guessed from its items', () => {
    expect(pagingOrGuess(null, [1, 2, 3], { page: 2, pageSize: 10 })).toEqual({
      currentPage: 2,
      totalPages: 2,
      pageSize: 10,
      totalItems: 13,
    });
    expect(pagingOrGuess(null, [], { pageSize: 10 })).toMatchObject({
      currentPage: 1,
      totalPages: 0,
      totalItems: 0,
    });
  });

  test('assumes only page 1 when a later page is empty', () => {
    expect(pagingOrGuess(null, [], { page: 9, pageSize: 10 })).toMatchObject({ totalPages: 1 });
  });

  test('keeps paging that the response has', () => {
    const said = { currentPage: 1, totalPages: 1, pageSize: 20, totalItems: 1 };
    expect(pagingOrGuess(said, [], { page: 9, pageSize: 10 })).toBe(said);
  });
});
