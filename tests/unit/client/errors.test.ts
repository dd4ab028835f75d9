import { describe, expect, test } from 'vitest';
import { errorToMessage, httpError, isAbort, NetworkError, SchemaError } from '#lib/client/errors.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json';
const OUR_SIDE = 'Something went wrong on our side. Try again in a moment.';
const CHECK_INPUT = 'The request was refused. Check what you entered and try again.';

describe('the message of an HttpError is the first sentence in the body', () => {
  test.each<[what: string, status: number, contentType: string, body: string, message: string]>([
    [
      'validation errors by field',
      400,
      PROBLEM_TYPE,
      '{"title":"One or more","errors":{"title":["Too short."]}}',
      'Too short.',
    ],
    [
      'errors before other arrays',
      400,
      JSON_TYPE,
      '{"post":["Other."],"errors":{"title":["Mine."]}}',
      'Mine.',
    ],
    ['a business rule', 400, JSON_TYPE, '{"postDto":["Author is opted out."]}', 'Author is opted out.'],
    [
      'an array before title and detail',
      400,
      JSON_TYPE,
      '{"title":"T","detail":"D","id":["Unknown id."]}',
      'Unknown id.',
    ],
    [
      'title and detail',
      400,
      PROBLEM_TYPE,
      '{"title":"Failed","detail":"The disk is full."}',
      'Failed: The disk is full.',
    ],
    [
      'the title alone of a server error, whose detail may be a stack trace (Rule 16.13)',
      500,
      PROBLEM_TYPE,
      '{"type":"System.Exception","title":"Failed.","detail":"at A.B()\\n at C.D()","errors":{"a":["at E.F()"]}}',
      'Failed.',
    ],
    [
      'no text of a server error (Rule 16.13)',
      500,
      'text/plain',
      'System.Exception: Failed.\n at A.B()',
      OUR_SIDE,
    ],
    [
      'no detail without a title of a server error (Rule 16.13)',
      503,
      PROBLEM_TYPE,
      '{"detail":"at A.B()"}',
      'The service is not available right now. Try again in a moment.',
    ],
    [
      'a title that is a sentence',
      423,
      PROBLEM_TYPE,
      '{"title":"Wait.","detail":"One day."}',
      'Wait. One day.',
    ],
    [
      'a title alone',
      404,
      PROBLEM_TYPE,
      '{"type":"about:blank","title":"Not Found","status":404}',
      'Not Found',
    ],
    ['detail alone', 400, PROBLEM_TYPE, '{"detail":"No such page."}', 'No such page.'],
    ['a sentence', 403, 'text/plain; charset=utf-8', 'It is your own post.\r\n', 'It is your own post.'],
    ['a sentence without a media type', 422, '', 'Invalid replay.', 'Invalid replay.'],
    ['a sentence as a JSON string', 400, JSON_TYPE, '"Region is closed."', 'Region is closed.'],
    ['nothing for 401', 401, '', '', 'You are no longer signed in. Sign in and try again.'],
    ['nothing for 413', 413, '', '', 'The file is too large.'],
    [
      'nothing for an unknown refusal',
      418,
      '',
      '',
      'The request was refused. Reload the page and try again.',
    ],
    ['nothing for an internal error', 502, '', '', OUR_SIDE],
    ['a page of a proxy', 502, 'text/html', '<html><h1>502</h1></html>', OUR_SIDE],
    ['a page without a media type', 500, '', ' <!doctype html>', OUR_SIDE],
    ['broken JSON', 500, JSON_TYPE, '{"title":', OUR_SIDE],
    ['empty arrays', 400, JSON_TYPE, '{"post":[],"errors":{}}', CHECK_INPUT],
    ['values that are no text', 400, JSON_TYPE, '{"post":[1],"title":7}', CHECK_INPUT],
    ['a JSON array', 400, JSON_TYPE, '["a"]', CHECK_INPUT],
    ['JSON null', 404, JSON_TYPE, 'null', 'It was not found.'],
  ])('%s', (_, status, contentType, body, message) => {
    expect(httpError(status, contentType, body).message).toBe(message);
  });

  test('cuts sentences to 300 characters', () => {
    expect(httpError(400, 'text/plain', 'x'.repeat(5000)).message).toHaveLength(300);
  });
});

describe('the meaning of a status', () => {
  test.each<
    [
      status: number,
      body: string,
      is: Partial<Record<'isNotFound' | 'isGone' | 'isSignedOut' | 'isCooldown', boolean>>,
    ]
  >([
    [404, '', { isNotFound: true, isGone: false, isCooldown: false }],
    [204, '', { isNotFound: true }],
    [410, '', { isNotFound: false, isGone: true }],
    [401, '', { isSignedOut: true }],
    [423, '', { isCooldown: true }],
    [
      500,
      '{"type":"Site.Exceptions.CooldownException","title":"x"}',
      { isCooldown: true, isNotFound: false },
    ],
    [400, '{"type":"CooldownException","title":"x","detail":null,"errors":null}', { isCooldown: true }],
    [400, '{"type":"CooldownExceptionElse"}', { isCooldown: false }],
    [400, '{"type":7}', { isCooldown: false }],
  ])('%i %s', (status, body, is) => {
    expect(httpError(status, JSON_TYPE, body)).toMatchObject(is);
  });

  test.each([
    ['"2026-03-09T14:05:00.000Z"', '2026-03-09T14:05:00.000Z'],
    ['null', null],
    ['7', null],
    ['"soon"', null],
  ])('a cooldown until %s ends %s', (until, expected) => {
    const error = httpError(423, PROBLEM_TYPE, `{"type":"x/CooldownException","until":${until}}`);
    expect([error.isCooldown, error.until]).toEqual([true, expected]);
  });
});

describe('the message of a failure', () => {
  const cause = new TypeError('Failed to fetch');

  test.each<[error: unknown, message: string]>([
    [new NetworkError('offline', { cause }), 'You are offline. Check your connection and try again.'],
    [new NetworkError('timeout'), 'The server took too long to answer. Try again in a moment.'],
    [new NetworkError('unreachable', { cause }), 'The server could not be reached. Try again in a moment.'],
    [httpError(403, 'text/plain', 'Not yours.'), 'Not yours.'],
    [
      new SchemaError('GET /api/Post', { cause }),
      'The server sent an unexpected answer. Reload the page and try again.',
    ],
    [new Error('x is undefined'), 'Something went wrong. Try again.'],
    ['a string', 'Something went wrong. Try again.'],
    [undefined, 'Something went wrong. Try again.'],
  ])('%o', (error, message) => {
    expect(errorToMessage(error)).toBe(message);
  });

  test('distinguishes an aborted call from a failed one', () => {
    expect(isAbort(new DOMException('x', 'AbortError'))).toBe(true);
    expect(isAbort(new NetworkError('timeout'))).toBe(false);
    expect(isAbort('AbortError')).toBe(false);
  });
});
