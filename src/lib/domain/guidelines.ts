/** The rules of the guidelines, and reasons that name them (Rules 28.40 to 28.42). */
import { headingCode } from '#lib/domain/heading-code.ts';
import { RULES_MAX } from '#lib/schemas/written-moderation.ts';

/** A rule: the id of its heading, and the heading. */
export interface Guideline {
  code: string;
  title: string;
}

/** The rules of an editors’ file: its headings of the second level, in their order. Needs a browser. */
export function guidelineRules(html: string): Guideline[] {
  const headings = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('h2');
  return Array.from(headings, ({ id, textContent }) => {
    const title = textContent.replace(/\s+/g, ' ').trim();
    return { code: id || headingCode(title), title };
  }).filter(({ code }, at, all) => code !== '' && all.findIndex((other) => other.code === code) === at);
}

/** The line of a reason that names a rule. */
const lineOf = ({ title }: Guideline): string => (/[.!?]$/.test(title) ? title : `${title}.`);

/** A reason in parts: the rules that its first lines name, at most five, and the words below them. */
export function readReason(
  reason: string,
  guidelines: readonly Guideline[],
): { rules: Guideline[]; words: string } {
  const lines = reason.split('\n');
  const rules: Guideline[] = [];
  while (rules.length < RULES_MAX) {
    const line = lines[0]?.trim();
    const rule = guidelines.find((guideline) => lineOf(guideline) === line && !rules.includes(guideline));
    if (rule === undefined) break;
    rules.push(rule);
    lines.shift();
  }
  return { rules, words: lines.join('\n') };
}

/** The reason with `code` ticked, or no longer ticked. Rules keep the order of the guidelines. */
export function toggleRule(reason: string, code: string, guidelines: readonly Guideline[]): string {
  const { rules, words } = readReason(reason, guidelines);
  const named = guidelines.filter((rule) => rules.includes(rule) !== (rule.code === code));
  return [...named.map(lineOf), words].join('\n');
}

/** A rule that a reason names: its line, or undefined for a code that the guidelines do not have. */
export interface LinkedRule {
  code: string;
  line: string | undefined;
}

/** A reason as it is shown: `codes` with their lines, and the words without the lines of these rules. */
export function linkedReason(
  reason: string,
  codes: readonly string[],
  guidelines: readonly Guideline[],
): { rules: LinkedRule[]; words: string } {
  const known = guidelines.filter(({ code }) => codes.includes(code));
  const lineWith = (code: string): string | undefined => {
    const rule = known.find((guideline) => guideline.code === code);
    return rule && lineOf(rule);
  };
  return {
    rules: [...new Set(codes)].map((code) => ({ code, line: lineWith(code) })),
    words: readReason(reason, known).words,
  };
}
