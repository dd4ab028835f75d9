// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runtime } from '#lib/runtime.ts';
import { STATUS_NAME } from '#lib/status.ts';
import { showKeptStatus, showStatus, showStatusOnNextPage } from '#lib/stores/core/status.ts';
import { STATUS_SHOWN_MS, startStatusRegion } from '../../../src/scripts/status-region.ts';

const FRAME = readFileSync(join(import.meta.dirname, '../../../src/layouts/Frame.astro'), 'utf8');
/** The region as the frame has it. */
const REGION = /<section class="status"[\s\S]*?<\/section>/
  .exec(FRAME)?.[0]
  .replace('{STATUS_NAME}', `"${STATUS_NAME}"`);

const text = () => document.querySelector('[role=status]')?.textContent;
const section = () => document.querySelector<HTMLElement>('[data-status]');
const dismiss = () => document.querySelector<HTMLButtonElement>('[data-status] button');
/** Starts the region, and shows a message in it. */
function show(message: string): void {
  startStatusRegion(section());
  showStatus(message);
  vi.advanceTimersByTime(500);
}

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  vi.spyOn(document, 'addEventListener');
  document.body.innerHTML = `<button id="before">Before</button>${REGION}`;
});
afterEach(() => {
  for (const [name, listener] of vi.mocked(document.addEventListener).mock.calls)
    document.removeEventListener(name, listener as EventListener);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('is an empty live region in the frame of every page', () => {
  expect(text()).toBe('');
  expect(dismiss()?.getAttribute('aria-label')).toBe('Dismiss this message');
});

it('marks the page while it shows a message, which goes by itself or when dismissed', () => {
  const isMarked = () => document.documentElement.hasAttribute('data-message');
  show('Changes saved');
  expect([text(), isMarked()]).toEqual(['Changes saved', true]);
  vi.advanceTimersByTime(STATUS_SHOWN_MS);
  expect([text(), isMarked()]).toEqual(['', false]);
  showStatus('Changes saved');
  vi.advanceTimersByTime(500);
  dismiss()?.click();
  expect([text(), isMarked()]).toEqual(['', false]);
});

it('empties the region before it repeats a message, so that it is announced again', () => {
  show('Notification dismissed');
  showStatus('Notification dismissed');
  expect(text()).toBe('');
  vi.advanceTimersByTime(500);
  expect(text()).toBe('Notification dismissed');
});

it('shows the message of the previous page once, on request', () => {
  showStatusOnNextPage('Post published');
  expect(runtime.sessionStorage.get(STATUS_NAME)).toBe('Post published');
  startStatusRegion(section());
  showKeptStatus();
  vi.advanceTimersByTime(500);
  expect(text()).toBe('Post published');
  expect(runtime.sessionStorage.get(STATUS_NAME)).toBeNull();
});

it.each([
  ['the message of the previous page even without a request', 'You are signed out.'],
  ['nothing without a stored message', ''],
])('shows %s', (_, message) => {
  if (message !== '') showStatusOnNextPage(message);
  startStatusRegion(section());
  vi.advanceTimersByTime(2000);
  expect(text()).toBe(message);
});

it('leaves a message for the next page to that page, however long it takes to load (Rule 2.17)', () => {
  startStatusRegion(section());
  showStatusOnNextPage('Post deleted');
  showKeptStatus();
  vi.advanceTimersByTime(5000);
  expect(text()).toBe('');
  expect(runtime.sessionStorage.get(STATUS_NAME)).toBe('Post deleted');
});

it('can be dismissed, which returns the focus', () => {
  const before = document.querySelector<HTMLElement>('#before');
  before?.focus();
  show('Changes saved');
  section()?.dispatchEvent(Object.assign(new Event('focusin'), { relatedTarget: before }));
  dismiss()?.focus();
  dismiss()?.click();
  expect(text()).toBe('');
  expect(document.activeElement).toBe(before);
});

it('stays while it has the focus', () => {
  show('Changes saved');
  const matches = vi.spyOn(section() as HTMLElement, 'matches').mockReturnValue(true);
  vi.advanceTimersByTime(STATUS_SHOWN_MS);
  expect(text()).toBe('Changes saved');
  matches.mockReturnValue(false);
  vi.advanceTimersByTime(STATUS_SHOWN_MS);
  expect(text()).toBe('');
});

it('moves into the slot of the topmost dialog, and back to the page when that closes', () => {
  startStatusRegion(section());
  const dialog = document.createElement('dialog');
  dialog.setAttribute('open', '');
  dialog.innerHTML = '<p>A form</p><div data-status-slot></div>';
  document.body.append(dialog);
  showStatus('Draft discarded');
  vi.advanceTimersByTime(500);
  expect(dialog.querySelector('[data-status-slot]')?.textContent?.trim()).toBe('Draft discarded');
  dialog.remove();
  dialog.dispatchEvent(new Event('close'));
  expect(section()?.parentElement).toBe(document.body);
  expect(text()).toBe('Draft discarded');
});
