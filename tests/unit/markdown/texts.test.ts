import { afterEach, expect, test, vi } from 'vitest';
import { markdownParser, prepareTexts } from '#lib/markdown/texts.ts';
import { runtime } from '#lib/runtime.ts';

const { load } = markdownParser;
afterEach(() => {
  markdownParser.load = load;
  delete markdownParser.loaded;
  vi.restoreAllMocks();
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

test('a parser that cannot be loaded keeps no text from being shown (Rule 16.2)', async () => {
  const warn = vi.spyOn(runtime, 'warn').mockReturnValue();
  markdownParser.load = () => Promise.reject(new Error('offline'));
  await prepareTexts(['**AFK**']);
  expect(warn).toHaveBeenCalledOnce();
  expect(markdownParser.loaded).toBeUndefined();
});
