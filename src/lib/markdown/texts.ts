/** The texts of players and clans: those with markup load the markdown parser first. */
import { loadInTime } from '#lib/load-in-time.ts';
import type { parseMarkdown } from '#lib/markdown/markdown.ts';
import { isPlain } from '#lib/markdown/plain-text.ts';
import { runtime } from '#lib/runtime.ts';

/**
 * The parser, which loads on demand. Browsers compile an expression when it is first used, and again for speed at
 * the second use. The first text would do that for all in one task of 150 ms on phones, so the slow ones have
 * their own tasks before it is drawn.
 */
export const markdownParser: {
  load: () => Promise<typeof parseMarkdown>;
  loaded?: typeof parseMarkdown;
} = {
  load: async () => {
    const { parseMarkdown, slowExpressions } = await import('#lib/markdown/markdown.ts');
    for (const expression of [...slowExpressions, ...slowExpressions]) setTimeout(() => expression.exec(''));
    return parseMarkdown;
  },
};

/**
 * Loads the parser if one of the texts needs it. Call it before the texts are shown, so that they are drawn once and nothing
 * moves. Never throws: without the parser, texts are shown as they were typed (Rule 16.2).
 */
export async function prepareTexts(texts: readonly string[]): Promise<void> {
  if (markdownParser.loaded !== undefined || texts.every(isPlain)) return;
  try {
    markdownParser.loaded = await loadInTime(markdownParser.load);
  } catch (error) {
    runtime.warn('The markdown parser could not be loaded, so texts are shown as they were typed.', error);
  }
}
