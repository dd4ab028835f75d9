import { expect, it } from 'vitest';
import { formatDateTime } from '#lib/domain/dates.ts';
import { WARNED_SENTENCE } from '#lib/domain/posting.ts';
import { refusalSentence } from '#lib/domain/refusal.ts';

const refusal = (status: number, overrides = {}) =>
  refusalSentence({ status, isCooldown: false, until: null, message: 'The API’s message.', ...overrides });

it.each([
  [401, 'no longer signed in'],
  [403, 'You are banned from posting on the platform.'],
  [404, 'no longer exists'],
  [408, 'Your connection was too slow to send this in time. What you wrote is kept.'],
  [410, 'A moderator removed this post'],
  [413, 'at most 5 MiB'],
  [422, 'The replay could not be read'],
])('explains a %i in its own words (Rule 9.10)', (status, words) => {
  expect(refusal(status)).toContain(words);
});

it('passes on the API’s message for other statuses', () => {
  // It names what is still being done: another post, another replay, too many writes.
  expect(refusal(429)).toBe('The API’s message.');
  expect(refusal(400)).toBe('The API’s message.');
  expect(refusal(500)).toBe('The API’s message.');
});

it('passes on the API’s message about an unknown class in a replay', () => {
  const message = "This replay contains a class we don't recognise (NewModule.NewClass) and was not stored.";
  expect(refusal(422, { message })).toBe(message);
});

it('passes on that a warning must be confirmed first', () => {
  expect(refusal(403, { message: WARNED_SENTENCE })).toBe(`${WARNED_SENTENCE} Your draft is kept.`);
});

it('recognises a cooldown with any status', () => {
  for (const status of [423, 500]) expect(refusal(status, { isCooldown: true })).toContain('24 hours');
});

it('names the end of a cooldown when the API sends it (Rule 9.10)', () => {
  const until = '2026-03-09T14:05:00+00:00';
  expect(refusal(423, { isCooldown: true, until })).toBe(
    `You must wait until ${formatDateTime(until)} before posting again. Your draft is kept.`,
  );
});

it('names when an account may write its next post (Rule 9.10)', () => {
  const until = '2026-03-09T14:05:00+00:00';
  expect(refusal(429, { until })).toBe(
    `You have written as many posts as an account may within 24 hours. You can write the next one on ${formatDateTime(until)}. Your draft is kept.`,
  );
  expect(refusal(429)).toBe('The API’s message.');
});
