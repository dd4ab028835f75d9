import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { guidelineRules } from '#lib/domain/guidelines.ts';
import { headingCode } from '#lib/domain/heading-code.ts';

it('reads codes and titles of the site’s own guidelines (Rule 28.40)', () => {
  const rules = guidelineRules(readFileSync('public/assets/guidelines.html', 'utf8'));
  expect(rules.map(({ code }) => code)).toEqual(
    'respectful evidence replay flairs statistics one-voice english provoke low-effort serious'.split(' '),
  );
  expect(rules[5]?.title).toBe('One captain, one voice');
});

it.each([
  ['<h2>No &amp; never: Übung&nbsp;2</h2>', 'no-never-übung-2', 'No & never: Übung 2'],
  ['<H2 class="lead" id=kept>A\n <em>title</em></H2>', 'kept', 'A title'],
  ['<h2 data-id="no">&#x41;&#66;</h2>', 'ab', 'AB'],
])('makes the code of %s from its id or its text (Rule 28.40)', (html, code, title) => {
  expect(guidelineRules(html)).toEqual([{ code, title }]);
});

it('ignores comments, empty headings and repeated codes (Rule 28.40)', () => {
  expect(guidelineRules('<!-- <h2>Old</h2> --><h2> </h2><h2>One</h2><h2>one</h2><h3>Three</h3>')).toEqual([
    { code: 'one', title: 'One' },
  ]);
  expect(headingCode('x '.repeat(60))).toHaveLength(60);
});
