/** The published OpenAPI document, docs/openapi.json (Rule 17.31). */
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '#api/http/openapi/document.ts';
import { brokenPromises, brokenSentence, publishedDocument } from '#scripts/docs/openapi.ts';

/** A copy of the current document, changed. */
function changed(change: (document: ReturnType<typeof parsed>) => void) {
  const document = parsed();
  change(document);
  return document;
}
// biome-ignore lint/suspicious/noExplicitAny: tests change parts of any shape
const parsed = (): any => JSON.parse(JSON.stringify(openApiDocument()));

const SCHEMA = 'components › schemas';
const LATEST = 'paths › /api/Post/latest › get';

test('nothing that is published has gone', () => {
  const broken = brokenPromises(publishedDocument(), parsed());
  expect(broken, brokenSentence(broken)).toEqual([]);
});

test('docs/openapi.json is up to date (after a change, run "npm run docs")', () => {
  const version = { info: { version: '' } };
  expect({ ...publishedDocument(), ...version }).toEqual({ ...parsed(), ...version });
});

describe('a change breaks the contract when', () => {
  test.each<[string, Parameters<typeof changed>[0], string]>([
    [
      'a field goes',
      ({ components }) => delete components.schemas.Post.properties.flairs,
      `${SCHEMA} › Post › properties › flairs`,
    ],
    [
      'a field named like a keyword goes',
      ({ components }) => delete components.schemas.Clan.properties.description,
      `${SCHEMA} › Clan › properties › description`,
    ],
    [
      'a field of an answer may be absent',
      ({ components: { schemas } }) => {
        schemas.Post.required = schemas.Post.required.filter((name: string) => name !== 'title');
      },
      `${SCHEMA} › Post › title is always there`,
    ],
    [
      'a field of a body becomes required',
      ({ components: { schemas } }) => schemas.PostCreate.required.push('supportTicketStatus'),
      `${SCHEMA} › PostCreate › supportTicketStatus may be left out`,
    ],
    [
      'a value goes',
      ({ components }) => components.schemas.SignName.enum.pop(),
      `${SCHEMA} › SignName › enum › negative`,
    ],
    [
      'a type changes',
      ({ components }) => {
        components.schemas.Post.properties.reports.type = 'string';
      },
      `${SCHEMA} › Post › properties › reports › type › integer`,
    ],
    ['a call goes', ({ paths }) => delete paths['/api/Post/latest'].get, LATEST],
    [
      'a parameter goes',
      ({ paths }) => paths['/api/Post/latest'].get.parameters.pop(),
      `${LATEST} › parameters › query hideModActions`,
    ],
    [
      'a parameter becomes required',
      ({ paths }) => {
        paths['/api/Post/latest'].get.parameters[0].required = true;
      },
      `${LATEST} › parameters › query page › may be left out`,
    ],
    [
      'a status goes',
      ({ paths }) => delete paths['/api/Post/{postId}'].get.responses[410],
      'paths › /api/Post/{postId} › get › responses › 410',
    ],
    [
      'a call is renamed',
      ({ paths }) => {
        paths['/api/Post/latest'].get.operationId = 'latest';
      },
      `${LATEST} › operationId › listLatestPosts`,
    ],
  ])('%s', (_, change, promise) => {
    expect(brokenPromises(parsed(), changed(change))).toContain(promise);
  });
});

test('additions and other words break nothing', () => {
  const grown = changed(({ paths, components: { schemas } }) => {
    schemas.Post.properties.mood = { type: 'string' };
    schemas.Post.required.push('mood');
    schemas.PostCreate.properties.mood = { type: 'string' };
    schemas.Post.properties.flairs.description = 'Other words';
    paths['/api/Post/latest'].get.parameters.unshift({ name: 'mood', in: 'query', required: false });
    paths['/api/Moods'] = paths['/api/Post'];
  });
  expect(brokenPromises(parsed(), grown)).toEqual([]);
});
