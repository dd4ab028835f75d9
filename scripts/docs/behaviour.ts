/** Writes beside each rule of `docs/behaviour.md` the tests that name it. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#scripts/support/settings.ts';

const PAGE = path.join(ROOT, 'docs/behaviour.md');
const TESTS = 'tests/**/*.{test,spec}.{ts,tsx}';
/** How tests name rules: `Rule 4.2`, `Rules 5.1, 5.2 and 5.4`, `Rules 10.2 to 10.4`. */
const NAMED = /\brules? (\d+\.\d+(?:(?:, | and |, and | to )\d+\.\d+)*)/gi;
const RULE = /^- \*\*(\d+\.\d+)\*\*/;
const PROOF = /^ {2}<sub>.*<\/sub>$/;

/** The rules that a list such as `10.2 to 10.4 and 11.7` names. */
export function rulesIn(list: string): string[] {
  const [first = '', ...rest] = list.split(/(, and |, | and | to )/);
  const found = [first];
  for (let index = 0; index + 1 < rest.length; index += 2) {
    const rule = rest[index + 1] as string;
    const [section, last] = rule.split('.').map(Number) as [number, number];
    const from = Number(found.at(-1)?.split('.')[1]);
    if (rest[index] === ' to ')
      for (let between = from + 1; between < last; between += 1) found.push(`${section}.${between}`);
    found.push(rule);
  }
  return found;
}

/** Test files by the rules that they name. */
function proofs(): Map<string, Set<string>> {
  const byRule = new Map<string, Set<string>>();
  for (const file of globSync(TESTS, { cwd: ROOT }).sort()) {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    for (const [, list = ''] of text.matchAll(NAMED))
      for (const rule of rulesIn(list)) byRule.set(rule, (byRule.get(rule) ?? new Set()).add(file));
  }
  return byRule;
}

const withoutProofs = (page: string): string[] => page.split('\n').filter((line) => !PROOF.test(line));

const proofLine = (files: ReadonlySet<string>): string =>
  `  <sub>${[...files].map((file) => `[${path.basename(file)}](../${file})`).join(' · ')}</sub>`;

/** The page with a line of tests below each rule. */
export function behaviourDocument(): string {
  const byRule = proofs();
  const out: string[] = [];
  let current: string | undefined;
  const close = (): void => {
    const files = current === undefined ? undefined : byRule.get(current);
    if (files) out.push(proofLine(files));
    current = undefined;
  };
  for (const line of withoutProofs(readFileSync(PAGE, 'utf8'))) {
    const rule = RULE.exec(line)?.[1];
    if (rule !== undefined || line === '') close();
    out.push(line);
    if (rule !== undefined) current = rule;
  }
  return out.join('\n');
}

/** Rules that no test names, and names in tests that are no rule. */
export function looseEnds(): { unproved: string[]; unknown: string[] } {
  const rules = readFileSync(PAGE, 'utf8')
    .split('\n')
    .flatMap((line) => RULE.exec(line)?.[1] ?? []);
  const byRule = proofs();
  return {
    unproved: rules.filter((rule) => !byRule.has(rule)),
    unknown: [...byRule.keys()].filter((rule) => !rules.includes(rule)),
  };
}
