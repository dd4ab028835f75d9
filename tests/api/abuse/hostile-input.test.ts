/**
 * Every call with hostile values in every parameter, query, header and field is answered as the contract says, never with
 * an unexpected error (rule 17.8).
 */
import { describe, expect, test } from 'vitest';
import { fillPath, queryString } from '#lib/client/client.ts';
import type { Call } from '#lib/schemas/call.ts';
import { CALLS } from '#tests/api/contract/matrix.ts';
import { ADMIN_AND_MOD, postDto } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const NUL = '\u0000';
const LONE = '\ud800';

const TEXTS: readonly [string, string][] = [
  ['nothing', ''],
  ['a NUL', `abc${NUL}def`],
  ['a lone surrogate', `abc${LONE}def`],
  ['a lone low surrogate', '\udc00'],
  ['100,000 characters', 'x'.repeat(100_000)],
  ['SQL', `'; drop table posts; --`],
  ['a path', '../../../../etc/passwd'],
  ['markup', '<script>alert(1)</script>'],
  ['control characters', '\u0001\u001b[31m\r\n\t'],
  ['bidirectional overrides', '\u202eabc\u2066'],
  ['percent signs', '%%%s%n%x'],
  ['a negative number', '-1'],
  ['a number beyond 2^53', '9007199254740993'],
  ['a number beyond 64 bits', '99999999999999999999999999'],
  ['an exponent', '1e400'],
  ['not a number', 'NaN'],
  ['a format', '{0}%{}'],
];

const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const BODIES: readonly [string, string][] = [
  ['nothing', ''],
  ['null', 'null'],
  ['a number', '1'],
  ['a string', '"x"'],
  ['an empty list', '[]'],
  ['an empty object', '{}'],
  ['half an object', '{"id":'],
  ['lists nested 50,000 deep', deep(50_000, '[', ']')],
  ['objects nested 20,000 deep', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['a prototype', '{"__proto__":{"admin":true}}'],
  ['a constructor', '{"constructor":{"prototype":{"admin":true}}}'],
  [
    'a thousand keys',
    JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, i]))),
  ],
  ['wrong types', '{"id":{},"title":[],"content":1,"flairs":"x","postId":[],"reason":{},"userId":true}'],
  ['numbers without end', `{"id":1${'0'.repeat(400)},"userId":1e999,"flairs":1e999}`],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]).toString('latin1')],
];

/** Values for every text field of a body. */
const withText = (text: string) => ({
  id: text,
  postId: text,
  userId: text,
  optedOut: text,
  actionType: 1,
  reason: text,
  ...postDto({ title: text, content: text, supportTicketStatus: { hasTicket: true, ticketId: text } }),
  updatedPost: { title: text, content: text, flairs: text },
});

const api = setUpApi();

const ALL: Call[] = Object.values(CALLS).flatMap((calls) => Object.values(calls));

function expectContract(answer: { status: number; text: string; headers: Record<string, unknown> }): void {
  expect(answer.status).toBeLessThan(500);
  expect(answer.text).not.toMatch(/drizzle|pglite|postgres|syntax error|node_modules|\bat \S+ \(/i);
}

/** Sends a value in each place of a call, and checks the answers. */
async function sendEverywhere(call: Call, text: string): Promise<void> {
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const wellFormed = text.toWellFormed();
  const params = Object.fromEntries(names.map((name) => [name, wellFormed]));
  const isInPath = names.length > 0 && wellFormed !== '';
  const path = isInPath ? fillPath(call.path, params) : call.path;
  const keys = [
    'page',
    'pageSize',
    'postId',
    'userId',
    'playerId',
    'id',
    'days',
    'start',
    'end',
    'results',
    'ignoreChecks',
    'redirectUri',
  ];
  const query =
    wellFormed.length > 10_000 ? '' : queryString(Object.fromEntries(keys.map((key) => [key, wellFormed])));
  const as = ADMIN_AND_MOD;
  if (call.method === 'GET' || call.method === 'HEAD' || call.method === 'DELETE') {
    expectContract(await api.call(call.method, path, { as }));
    expectContract(await api.call(call.method, call.path + query, { as }));
    return;
  }
  const form = new FormData();
  form.set('postDto', JSON.stringify(withText(text)));
  form.set('replay', new Blob([text]), `${wellFormed.slice(0, 200)}.wowsreplay`);
  const sent = call.multipart ? { form } : { body: withText(text) };
  expectContract(await api.call(call.method, path, { as, ...sent }));
  expectContract(await api.call(call.method, call.path + query, { as, ...sent }));
}

describe('in every call', () => {
  test.each(TEXTS)('%s in every field causes no unexpected error', { timeout: 60_000 }, async (_, text) => {
    for (const call of ALL) await sendEverywhere(call, text);
  });

  test.each(BODIES)('a body of %s causes no unexpected error', { timeout: 60_000 }, async (_, payload) => {
    for (const call of ALL.filter(({ method }) => method !== 'GET' && method !== 'HEAD'))
      for (const type of [
        'application/json',
        'text/plain',
        'multipart/form-data; boundary=x',
        'multipart/form-data',
      ])
        expectContract(
          await api.call(call.method, fillPath(call.path, { id: 1, postId: 'x', replayId: 'x' }), {
            as: ADMIN_AND_MOD,
            headers: { 'content-type': type },
            payload,
          }),
        );
  });

  test('malformed percent encodings cause no unexpected error', async () => {
    for (const { method, path } of ALL)
      for (const text of ['%', '%zz', '%c3', '%ed%a0%80', '%00', '%ff%fe'])
        expectContract(await api.call(method, path.replace(/:\w+/g, text), { as: ADMIN_AND_MOD }));
  });
});

test.each(['x'.repeat(71), 'x'.repeat(300), 'x'.repeat(9_000), `"${'x'.repeat(9_000)}"`])(
  'answers 400 to a form with too long a boundary: %#',
  async (boundary) => {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    for (const url of ['/api/post', `/api/replay/${crypto.randomUUID()}`]) {
      const answer = await api.call('POST', url, { as: ADMIN_AND_MOD, headers, payload: '' });
      expect([answer.status, answer.json.errors]).toEqual([
        400,
        { body: ['The boundary of the form must be at most 70 characters long.'] },
      ]);
    }
  },
);

test('treats an invalid token as not signed in', async () => {
  for (const [, text] of TEXTS) {
    const token = text.replace(/[^\x20-\x7e]/g, '?').slice(0, 5_000);
    const headers = { authorization: `Bearer ${token}`, cookie: `Auth_EU=${encodeURIComponent(token)}` };
    expect((await api.call('HEAD', '/api/auth', { headers })).status).toBe(401);
  }
});
