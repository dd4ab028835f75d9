/** Writes `docs/behaviour-tests.md`: the tests that name each rule of `docs/behaviour.md`. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#scripts/support/settings.ts';

const RULES_PAGE = path.join(ROOT, 'docs/behaviour.md');
const TESTS = '{tests,packages/*/tests}/**/*.{test,spec}.{ts,tsx}';
/** How tests name rules: `Rule 4.2`, `Rules 5.1, 5.2 and 5.4`, `Rules 10.2 to 10.4`. */
const NAMED = /\brules? (\d+\.\d+(?:(?:, | and |, and | to )\d+\.\d+)*)/gi;
const SECTION = /^## (.+)$/;
const RULE = /^- \*\*(\d+\.\d+)\*\*/;
const INTRODUCTION = `# Tests by rule

The test file that names each rule of [the behaviour](behaviour.md); where there is a second one, the rule says why. Journeys, and
the tests in Firefox and WebKit, name no rules. Written by \`npm run docs\`.
`;

/** The rules in a list such as `10.2 to 10.4 and 11.7`. */
export function rulesIn(list: string): string[] {
  const found: string[] = [];
  let last = 0;
  for (const [, joint, section, number] of list.matchAll(/( to )?(\d+)\.(\d+)/g)) {
    const first = joint === undefined ? Number(number) : last + 1;
    last = Number(number);
    for (let one = first; one <= last; one += 1) found.push(`${section}.${one}`);
  }
  return found;
}

function testsByRule(): Map<string, Set<string>> {
  const byRule = new Map<string, Set<string>>();
  for (const file of globSync(TESTS, { cwd: ROOT }).sort()) {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    for (const [, list = ''] of text.matchAll(NAMED))
      for (const rule of rulesIn(list)) byRule.set(rule, (byRule.get(rule) ?? new Set()).add(file));
  }
  return byRule;
}

const rulesPage = (): string[] => readFileSync(RULES_PAGE, 'utf8').split('\n');

/** Why a rule is tested in a second file: the last sentence of its text. */
const SECOND_TEST = /\*Second test: [^*]+\.\*$/;

/** Texts of the rules by number; a rule ends before the next one, a heading or an empty line. */
function textsOf(page: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  let current: string | undefined;
  for (const line of page) {
    const rule = RULE.exec(line)?.[1];
    if (rule !== undefined || line.trim() === '' || SECTION.test(line)) current = rule;
    if (current !== undefined) texts.set(current, `${texts.get(current) ?? ''} ${line.trim()}`.trim());
  }
  return texts;
}

/**
 * Rules that are tested in more files than they may be: in a second one without a reason, or in a
 * third; and reasons without a second.
 */
export function crowdedRules(page = rulesPage(), byRule = testsByRule()): string[] {
  return [...textsOf(page)].flatMap(([rule, text]) => {
    const files = byRule.get(rule)?.size ?? 0;
    const isExplained = SECOND_TEST.test(text);
    if (files > 2) return [`${rule} is tested in ${files} files`];
    if (files === 2 && !isExplained) return [`${rule} is tested in a second file without a reason`];
    return files < 2 && isExplained ? [`${rule} has a reason for a second test and none`] : [];
  });
}

/** The text of `docs/behaviour-tests.md`. Throws when a rule is tested in too many files. */
export function behaviourTestsDocument(): string {
  const crowded = crowdedRules();
  if (crowded.length > 0) throw new Error(`One rule, one home:\n${crowded.join('\n')}`);
  const byRule = testsByRule();
  const lines = rulesPage().flatMap((line) => {
    const section = SECTION.exec(line)?.[1];
    if (section !== undefined) return ['', `## ${section}`, ''];
    const rule = RULE.exec(line)?.[1];
    if (rule === undefined) return [];
    const links = [...(byRule.get(rule) ?? [])].map((file) => `[${path.basename(file)}](../${file})`);
    return [`- **${rule}** ${links.join(' · ')}`];
  });
  return `${INTRODUCTION}${lines.join('\n')}\n`;
}

/** Rules without a test, rules that tests name but the page does not have, and numbers that two rules or sections of it have. */
export function looseEnds(page = rulesPage()): { untested: string[]; unknown: string[]; double: string[] } {
  const rules = page.flatMap((line) => RULE.exec(line)?.[1] ?? []);
  const sections = page.flatMap((line) => SECTION.exec(line)?.[1]?.split(' ', 1) ?? []);
  const byRule = testsByRule();
  return {
    untested: rules.filter((rule) => !byRule.has(rule)),
    unknown: [...byRule.keys()].filter((rule) => !rules.includes(rule)),
    double: [...sections, ...rules].filter((number, index, all) => all.indexOf(number) !== index),
  };
}
