/** Status, body and headers of every call by every kind of user (rules 17.1 and 17.2). */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { toWire } from '#api/http/wire-form.ts';
import { fillPath, queryString } from '#lib/client/client.ts';
import { READ_ONLY_HEADER } from '#lib/domain/read-only.ts';
import type { Call } from '#lib/schemas/call.ts';
import { PAGING_HEADERS } from '#lib/schemas/common.ts';
import { permissionsDocument } from '#scripts/docs/permissions.ts';
import { COLUMNS as ACCOUNTS, type Column } from '#tests/api/contract/actors.ts';
import { CALLS, MATRIX, type Row } from '#tests/api/contract/matrix.ts';
import { createWorld, type World } from '#tests/api/contract/world.ts';
import { type Answer, MOD } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { describes } from '#tests/support/openapi.ts';

const SITE = 'http://localhost:4321';
const COLUMNS = Object.keys(ACCOUNTS) as Column[];

const api = setUpApi();
let world: World;
let worldAboutMod: World;
beforeAll(async () => {
  world = await createWorld(api);
  worldAboutMod = await createWorld(api, MOD);
});

const mediaType = (answer: Answer): string =>
  String(answer.headers['content-type'] ?? '').split(';', 1)[0] ?? '';

function expectSuccess({ call }: Row, answer: Answer): void {
  if (call.response && answer.status === call.status) {
    expect(mediaType(answer)).toBe('application/json');
    // Parsing adds defaults and drops unknown fields, so an equal result has exactly the described shape.
    const sent = JSON.stringify(toWire(call.response, call.response.parse(answer.json)));
    expect(JSON.parse(sent)).toStrictEqual(answer.json);
  } else if (call.contentType && answer.status === call.status) {
    expect(mediaType(answer)).toBe(call.contentType);
    if (call.path.startsWith('/api/')) expect(answer.headers['accept-ranges']).toBe('bytes');
    expect(answer.bytes.length).toBeGreaterThan(0);
  } else {
    expect(answer.text).toBe('');
  }
  const isCached = call.method === 'GET' && answer.status === 200 && answer.bytes.length > 0;
  const hasEtag = isCached && !/^\/api\/(auth|status)/i.test(call.path);
  expect(answer.headers.etag !== undefined).toBe(hasEtag);
  for (const header of Object.values(PAGING_HEADERS))
    expect(/^\d+$/.test(String(answer.headers[header.toLowerCase()]))).toBe(call.paged === true);
}

function expectProblem(answer: Answer): void {
  expect(mediaType(answer)).toBe('application/problem+json');
  expect(answer.json).toMatchObject({
    type: expect.any(String),
    title: expect.any(String),
    status: answer.status,
  });
}

/** 400 is a rule's `{key: [sentence]}`, or a problem that names the fields. */
function expectBadRequest(answer: Answer): void {
  if (mediaType(answer) === 'application/problem+json') {
    expectProblem(answer);
    expect(Object.values(answer.json.errors).flat()).not.toEqual([]);
    return;
  }
  expect(mediaType(answer)).toBe('application/json');
  expect(Object.values(answer.json)).toEqual([[expect.stringMatching(/^[A-Z].*\.$/)]]);
}

const REFUSALS: Readonly<Record<number, (answer: Answer) => void>> = {
  400: expectBadRequest,
  401: (answer) => {
    expect(answer.text).toBe('');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  },
  403: (answer) => {
    if (answer.text === '' || mediaType(answer) === 'text/html') return;
    expect(mediaType(answer)).toBe('text/plain');
    expect(answer.text).toMatch(/^[A-Z].*\.$/);
  },
  404: expectProblem,
  410: expectProblem,
  422: (answer) => {
    expect(mediaType(answer)).toBe('text/plain');
    expect(answer.text).toMatch(/^[A-Z].*\.$/);
  },
  423: (answer) => {
    expectProblem(answer);
    expect(answer.json.type).toMatch(/CooldownException$/);
    expect(answer.json.title).toBe('Author is on cooldown for this player.');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  },
};

function expectCors(answer: Answer): void {
  expect(answer.headers['access-control-allow-origin']).toBe(SITE);
  expect(answer.headers['access-control-allow-credentials']).toBe('true');
  const exposed = [...Object.values(PAGING_HEADERS), READ_ONLY_HEADER, 'ETag'].join(', ');
  expect(answer.headers['access-control-expose-headers']).toBe(exposed);
  expect(String(answer.headers.vary)).toMatch(/origin/i);
}

/** Shared caches may keep what visitors get from calls that say so, and nothing else. */
function expectCaching({ call }: Row, actor: Column, answer: Answer): void {
  const isShared = call.sharedSeconds !== undefined && actor === 'anonymous' && answer.status < 300;
  if (isShared)
    expect(answer.headers['cache-control']).toBe(`public, max-age=0, s-maxage=${call.sharedSeconds}`);
  else if (call.privateSeconds !== undefined && answer.status < 300)
    expect(answer.headers['cache-control']).toBe(`private, max-age=${call.privateSeconds}`);
  else expect(answer.headers['cache-control']).toMatch(/^(private, no-cache|no-store)$/);
}

const titleOf = ({ call, about }: Row): string =>
  `${call.method} ${call.path}${about === undefined ? '' : `, ${about}`}`;

describe.each(MATRIX.map((row) => [titleOf(row), row] as const))('%s', (_, row) => {
  test.each(COLUMNS.map((actor) => [actor, row.statuses[actor]] as const))(
    '%s: %i',
    async (actor, status) => {
      const id = ACCOUNTS[actor];
      const its = actor === 'mod, subject' ? worldAboutMod : world;
      const { params, query, headers, ...sent } = (await row.request?.(its, id ?? 0)) ?? {};
      const path = fillPath(row.call.path, params) + queryString(query);
      const answer = await api.call(row.call.method, path, {
        ...sent,
        ...{ as: id },
        headers: { origin: SITE, ...headers },
      });
      expect(answer.status, answer.text).toBe(status);
      expectCors(answer);
      expectCaching(row, actor, answer);
      expect(describes(row.call, answer)).toBe(true);
      if (status < 400) expectSuccess(row, answer);
      else REFUSALS[status]?.(answer);
    },
  );
});

test('has a row for every call of the API (Rule 17.13)', () => {
  const covered = new Set(MATRIX.map(({ call }) => call));
  const missing = Object.values(CALLS)
    .flatMap((calls) => Object.values(calls))
    .filter((call: Call) => !covered.has(call));
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('checks the body of every refusal’s status', () => {
  const refusals = MATRIX.flatMap(({ statuses }) => Object.values(statuses)).filter(
    (status) => status >= 400,
  );
  expect([...new Set(refusals)].filter((status) => !(status in REFUSALS))).toEqual([]);
});

test('equals docs/permissions.md (after a change, run "npm run docs")', () => {
  const file = new URL('../../../docs/permissions.md', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(permissionsDocument());
});
