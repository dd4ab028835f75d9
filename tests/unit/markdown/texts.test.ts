import { afterEach, expect, test, vi } from 'vitest';
import { slowExpressions } from '#lib/markdown/markdown.ts';
import { markdownParser, prepareTexts } from '#lib/markdown/texts.ts';
import { runtime } from '#lib/runtime.ts';

const { load } = markdownParser;
afterEach(() => {
  markdownParser.load = load;
  delete markdownParser.loaded;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('texts without markup load no parser', async () => {
  markdownParser.load = vi.fn(load);
  await prepareTexts(['Well played.', 'AFK all game.']);
  expect(markdownParser.load).not.toHaveBeenCalled();
});

test('a text with markup loads the parser, once', async () => {
  markdownParser.load = vi.fn(load);
  await prepareTexts(['Well played.', '**AFK**']);
  await prepareTexts(['**AFK**']);
  expect(markdownParser.load).toHaveBeenCalledOnce();
  expect(markdownParser.loaded?.('**AFK**')).toHaveLength(1);
});

test('each slow expression of the parser is compiled in its own task before texts are drawn', async () => {
  const tasks: (() => void)[] = [];
  vi.stubGlobal('setTimeout', (task: () => void) => tasks.push(task));
  await markdownParser.load();
  const exec = vi.spyOn(RegExp.prototype, 'exec');
  const compiled = tasks.map((task) => {
    exec.mockClear();
    task();
    return exec.mock.contexts;
  });
  const each = slowExpressions.map((expression) => [expression]);
  expect(compiled).toEqual([...each, ...each]);
});

test('a parser that cannot be loaded keeps no text from being shown', async () => {
  const warn = vi.spyOn(runtime, 'warn').mockReturnValue();
  markdownParser.load = () => Promise.reject(new Error('offline'));
  await prepareTexts(['**AFK**']);
  expect(warn).toHaveBeenCalledOnce();
  expect(markdownParser.loaded).toBeUndefined();
});
