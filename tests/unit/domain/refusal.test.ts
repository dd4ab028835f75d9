import { expect, it } from 'vitest';
import { formatShort } from '#lib/domain/format.ts';
import { refusalSentence } from '#lib/domain/refusal.ts';

const refusal = (status: number, overrides = {}) =>
  refusalSentence({ status, isCooldown: false, until: null, message: 'What the API said.', ...overrides });

it.each([
  [401, 'no longer signed in'],
  [403, 'You are banned from posting on the platform.'],
  [404, 'does not exist any more'],
  [410, 'A moderator removed this post'],
  [413, 'at most 5 MiB'],
  [422, 'The replay could not be read'],
  [429, 'Wait a moment'],
])('says in plain words why %i was refused (Rule 9.10)', (status, words) => {
  expect(refusal(status)).toContain(words);
});

it('says what the API said where the cause is not fixed', () => {
  expect(refusal(400)).toBe('What the API said.');
  expect(refusal(500)).toBe('What the API said.');
});

it('passes on why the API refused a class in a replay', () => {
  const message = "This replay contains a class we don't recognise (NewModule.NewClass) and was not stored.";
  expect(refusal(422, { message })).toBe(message);
});

it('knows a cooldown whatever its status', () => {
  for (const status of [423, 500]) expect(refusal(status, { isCooldown: true })).toContain('24 hours');
});

it('names the end of a cooldown where the API says it, in the viewer’s own format (Rule 9.10)', () => {
  const until = '2026-03-09T14:05:00+00:00';
  expect(refusal(423, { isCooldown: true, until })).toBe(
    `You must wait until ${formatShort(until)} before posting again. Your draft is kept.`,
  );
});
