import { describe, expect, test } from 'vitest';
import { GuidSchema, OptionalInstantSchema, QueryBooleanSchema } from '#lib/schemas/common.ts';

describe('production’s formats', () => {
  test.each([
    [null, null],
    [undefined, null],
    ['0001-01-01T00:00:00+00:00', null],
    ['0001-01-01T00:00:00Z', null],
    ['0001-01-01T00:00:00', null],
    ['0001-01-01', null],
    ['2023-05-06', '2023-05-06T00:00:00Z'],
    ['2023-05-06T07:08:09', '2023-05-06T07:08:09Z'],
    ['2023-05-06T07:08:09.123', '2023-05-06T07:08:09.123Z'],
    ['2023-05-06T07:08:09.1234567+02:00', '2023-05-06T07:08:09.1234567+02:00'],
  ])('reads the moment %s as %s', (given, read) => {
    expect(OptionalInstantSchema.parse(given)).toBe(read);
  });

  test.each(['2023-13-06', '2023-05-06 07:08', '2023-05-06T25:00:00', 'yesterday', 5, {}])(
    'refuses %s as a moment',
    (given) => {
      expect(OptionalInstantSchema.safeParse(given).success).toBe(false);
    },
  );

  test('reads ids in lower case', () => {
    expect(GuidSchema.parse('84F5AF5F-A183-4DD3-B738-1DC473CE03A3')).toBe(
      '84f5af5f-a183-4dd3-b738-1dc473ce03a3',
    );
  });

  test.each(['84f5af5fa1834dd3b7381dc473ce03a3', '{84f5af5f-a183-4dd3-b738-1dc473ce03a3}', '', 'null'])(
    'refuses %j as an id',
    (given) => {
      expect(GuidSchema.safeParse(given).success).toBe(false);
    },
  );
});

test.each([
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['', true],
  ['1', true],
  ['false', false],
  ['False', false],
  ['fALSE', false],
  ['0', false],
])('reads the query flag %j as %s', (given, read) => {
  expect(QueryBooleanSchema.parse(given)).toBe(read);
});

test.each(['yes', '2', null, ['true']])('refuses the query flag %j', (given) => {
  expect(QueryBooleanSchema.safeParse(given).success).toBe(false);
});
