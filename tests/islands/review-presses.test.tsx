/** Counts what a moderator presses for decisions of the queue: a key, keys together, or words that are typed in one go. */
import { beforeAll, expect, it } from 'vitest';
import { guid } from '#tests/support/builders.ts';
import { openQueue } from '#tests/support/review-page.tsx';
import { makeEntry, makeReport } from '#tests/support/reviews.ts';

// Loading the modules takes longer than a test may.
beforeAll(() => import('#islands/review-queue/Queue.tsx'), 120_000);

/** Eight guidelines, as on the site, and a sentence to reporters. */
const GUIDELINES = `${'abcdefgh'.replace(/./g, '<h2 id="$&">Rule $&</h2>')}<ul id="replies"><li>It is fair.</li></ul>`;
const SEND = '{Control>}{Enter}{/Control}';
const CONTENT = 'Words about the battle that are longer and better than those that were reported.';

/** Posts that get a decision, its key, and what is pressed then: the label that Tab goes on to first, if any, and keys. */
const DECISIONS: readonly [posts: number, key: string, ...steps: [label: string, keys: string][]][] = [
  [8, 'a', ['', '1'], ['', SEND]],
  [6, 'r', ['Reason', 'Insults.'], ['', SEND]],
  [4, 'r', ['Reason', 'Insults.'], ['Also warn', ' '], ['', SEND]],
  [4, 'e', ['Content', CONTENT], ['', SEND]],
  [4, 's'],
];

const labelOfFocus = () => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent ?? '';

it('needs 78 presses for 26 reported posts, and 3 for a removal (Rule 28.57)', async () => {
  const all: number[] = [];
  let total = 0;
  for (const [posts, key, ...steps] of DECISIONS) {
    const page = await openQueue({
      entries: [makeEntry(1), makeEntry(2)],
      items: [[1, { tab: 'reported', reports: [makeReport(1, { rule: 'b' })] }]],
      script: (platform) => {
        platform.answer('GET /assets/guidelines.html', GUIDELINES);
        platform.answer('POST /api/mod/action', { id: guid(11) }, { status: 202 });
        platform.answer('POST /api/mod/warnings', { id: guid(70), actionId: guid(11) }, { status: 202 });
      },
    });
    await page.shows(1);
    let presses = 1;
    await page.press(key);
    if (steps.length > 0) await page.form();
    for (const [label, keys] of steps) {
      for (; !labelOfFocus().startsWith(label); presses += 1) await page.press('{Tab}');
      await page.press(keys);
      presses += 1;
    }
    await page.shows(2);
    all.push(presses);
    total += posts * presses;
    page.cleanup();
  }
  expect([all, total]).toEqual([[3, 3, 5, 3, 1], 78]);
}, 60_000);
