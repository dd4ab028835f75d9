// @vitest-environment happy-dom
/** When the code of an island loads. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import firstFrameDirective from '../../../src/build/first-frame-directive.ts';

const hydrate = vi.fn(() => Promise.resolve());
const load = vi.fn(() => Promise.resolve(hydrate));
const modules = () => document.head.querySelectorAll('link').length;

/** Milliseconds until the last byte of the page. */
function arriveAfter(responseEnd: number): void {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ responseEnd } as PerformanceNavigationTiming]);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame'] });
  document.head.innerHTML = '<template data-modules><link rel="modulepreload"></template>';
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.clearAllMocks();
  delete window.__earlyAnswers;
});

it('waits for the first frame', async () => {
  arriveAfter(80);
  const done = firstFrameDirective(load);
  await vi.advanceTimersByTimeAsync(0);
  expect(modules()).toBe(0);
  await vi.advanceTimersByTimeAsync(20);
  await done;
  expect(modules()).toBe(1);
  expect(hydrate).toHaveBeenCalledOnce();
});

it('requests many modules in several tasks, before it uses them', async () => {
  arriveAfter(700);
  const link = '<link rel="modulepreload">';
  document.head.innerHTML = `<template data-modules>${link.repeat(5)}</template>`;
  const done = firstFrameDirective(load);
  await new Promise(setImmediate);
  expect(modules()).toBe(4);
  await vi.advanceTimersByTimeAsync(0);
  await done;
  expect(modules()).toBe(5);
  expect(load).toHaveBeenCalledOnce();
});

it('waits for the frame with the answers, but not long', async () => {
  arriveAfter(80);
  window.__earlyAnswers = { '/api/Post/latest': new Promise(() => {}) };
  void firstFrameDirective(load);
  await vi.advanceTimersByTimeAsync(90);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60);
  expect(load).toHaveBeenCalledOnce();
});

it('waits for nothing on a slow line, where the code takes long to arrive', async () => {
  arriveAfter(700);
  await firstFrameDirective(load);
  expect(modules()).toBe(1);
});
