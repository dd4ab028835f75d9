import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  guidelineReplies,
  guidelineRules,
  readReason,
  reasonNaming,
  toggleRule,
} from '#lib/domain/guidelines.ts';
import { headingCode } from '#lib/domain/heading-code.ts';

const RULES = [
  { code: 'replay', title: 'The replay is the evidence' },
  { code: 'serious', title: 'Is it serious?' },
  { code: 'provoke', title: 'Do not provoke' },
];

it('reads codes and titles of the site’s own guidelines (Rule 28.40)', () => {
  const rules = guidelineRules(readFileSync('public/assets/guidelines.html', 'utf8'));
  expect(rules.map(({ code }) => code)).toEqual(
    'respectful evidence replay flairs statistics one-voice english provoke low-effort serious'.split(' '),
  );
  expect(rules[5]?.title).toBe('One captain, one voice');
  expect(rules.filter(({ isNoRule }) => isNoRule).map(({ code }) => code)).toEqual(['english', 'serious']);
});

it.each([
  ['<h2>No &amp; never: Übung&nbsp;2</h2>', 'no-never-übung-2', 'No & never: Übung 2'],
  ['<H2 class="lead" id=kept>A\n <em>title</em></H2>', 'kept', 'A title'],
  ['<h2 id="one_voice.2">One voice</h2>', 'one-voice-2', 'One voice'],
  ['<h2 data-id="no">&#x41;&#66;</h2>', 'ab', 'AB'],
])('makes the code of %s from its id or its text (Rule 28.40)', (html, code, title) => {
  expect(guidelineRules(html)).toEqual([{ code, title }]);
});

it('ignores comments, empty headings and repeated codes (Rule 28.40)', () => {
  expect(guidelineRules('<!-- <h2>Old</h2> --><h2> </h2><h2>One</h2><h2>one</h2><h3>Three</h3>')).toEqual([
    { code: 'one', title: 'One' },
  ]);
  expect(guidelineRules('<h2 id="a" class="lead no-rule">Why</h2><h2 class="no-rules">Two</h2>')).toEqual([
    { code: 'a', title: 'Why', isNoRule: true },
    { code: 'two', title: 'Two' },
  ]);
  expect(headingCode('x '.repeat(60))).toHaveLength(60);
});

it.each([
  [
    '<ul id="replies"><li>It is &quot;fair&quot;.</li><li><b>No</b>\n insult</ul>',
    ['It is "fair".', 'No insult'],
  ],
  [
    "<ul class=x id='replies'>\n<li>One</li>\n<li>One</li>\n<li> </li>\n</ul><ul><li>Other</li></ul>",
    ['One'],
  ],
  [`<ul id=replies><li>${'x'.repeat(501)}</ul>`, []],
  ['<!-- <ul id="replies"><li>Old</ul> --><ul data-id="replies"><li>Other</ul>', []],
])('reads the replies of %j', (html, replies) => {
  expect(guidelineReplies(html)).toEqual(replies);
});

it('names guidelines in a reason without words', () => {
  expect(reasonNaming(['provoke', 'other', 'serious'], RULES)).toBe('Is it serious?\nDo not provoke.\n');
  expect(reasonNaming(['other'], RULES)).toBe('');
});

it('ticks a rule as a line of the reason, and takes the line out again (Rule 28.41)', () => {
  const one = toggleRule('Three salvos.', 'provoke', RULES);
  expect(one).toBe('Do not provoke.\nThree salvos.');
  const two = toggleRule(one, 'serious', RULES);
  expect(two).toBe('Is it serious?\nDo not provoke.\nThree salvos.');
  expect(readReason(two, RULES)).toEqual({ rules: [RULES[1], RULES[2]], words: 'Three salvos.' });
  expect(toggleRule(two, 'provoke', RULES)).toBe('Is it serious?\nThree salvos.');
});

it('reads no rule from words that only mention it (Rule 28.41)', () => {
  expect(readReason('You wrote:\nDo not provoke.', RULES).rules).toEqual([]);
  expect(readReason('Do not provoke him.', RULES).rules).toEqual([]);
});
