/** The rules of the guidelines, and reasons that name them (Rules 28.40 to 28.42). */
import { headingCode } from '#lib/domain/heading-code.ts';
import { REPORT_WORDS_MAX } from '#lib/schemas/report.ts';
import { RULES_MAX } from '#lib/schemas/written-moderation.ts';

/** A rule: the id of its heading, and the heading. */
export interface Guideline {
  code: string;
  title: string;
  /** Its editors say that no post can break it. It is not offered, but stored reasons may name it. */
  isNoRule?: true;
}

const IS_CODE = /^[\p{L}\p{N}-]{1,60}$/u;
const NO_RULE = /\sclass\s*=\s*["']?[^"'>]*(?<![\w-])no-rule(?![\w-])/i;

const HEADING = /<h2\b([^>]*)>(.*?)<\/h2>/gis;
const ID = /(?:^|\s)id\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const REFERENCE = /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: '’',
  nbsp: ' ',
};

function decodeReferences(text: string): string {
  return text.replace(REFERENCE, (whole, hexadecimal, decimal, name) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const point = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

const textOf = (html: string): string =>
  decodeReferences(html.replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();

/** The rules of an editors’ file: its headings of the second level, in their order. */
export function guidelineRules(html: string): Guideline[] {
  const headings = html.replace(/<!--.*?-->/gs, '').matchAll(HEADING);
  return Array.from(headings, ([, attributes = '', content = '']) => {
    const title = textOf(content);
    const [, ...ids] = ID.exec(attributes) ?? [];
    const id = ids.find((one) => one) ?? '';
    const code = IS_CODE.test(id) ? id : headingCode(id || title);
    return { code, title, ...(NO_RULE.test(attributes) ? { isNoRule: true as const } : {}) };
  }).filter(({ code }, at, all) => code !== '' && all.findIndex((other) => other.code === code) === at);
}

const REPLIES = /<ul\b[^>]*\sid\s*=\s*(["']?)replies\1[^>]*>(.*?)<\/ul>/is;

/** The sentences that an editors’ file offers to moderators who keep a reported post: the items of the list `replies`. */
export function guidelineReplies(html: string): string[] {
  const list = REPLIES.exec(html.replace(/<!--.*?-->/gs, ''))?.[2] ?? '';
  const items = list
    .split(/<li\b[^>]*>/i)
    .slice(1)
    .map(textOf);
  return [...new Set(items)].filter((text) => text !== '' && text.length <= REPORT_WORDS_MAX);
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

/** A reason without words that names these rules, as far as the guidelines have them. */
export function reasonNaming(codes: readonly string[], guidelines: readonly Guideline[]): string {
  const known = guidelines.filter(({ code }) => codes.includes(code)).slice(0, RULES_MAX);
  return known.reduce((reason, { code }) => toggleRule(reason, code, guidelines), '');
}

/**
 * A reason as it is shown: `codes` with their lines (undefined for a code that the guidelines do not have), and the
 * words without the lines of these rules.
 */
export function linkedReason(reason: string, codes: readonly string[], guidelines: readonly Guideline[]) {
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
