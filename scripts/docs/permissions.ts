/** docs/permissions.md: the matrix of the contract test as a page. */
import type { Call } from '#lib/schemas/call.ts';
import { COLUMNS as ACCOUNTS, type Column } from '#tests/api/contract/actors.ts';
import { CALLS, MATRIX, type Row } from '#tests/api/contract/matrix.ts';

const COLUMNS = Object.keys(ACCOUNTS) as Column[];

const INTRODUCTION = `# Permissions

Which status each kind of user gets from each call of the regional API. Written by \`npm run docs\` from the table that
\`tests/api/contract/matrix.test.ts\` sends, call by call, on both databases; do not edit it here.

"player" is the author of "the player's post"; "other player" is anyone else; "mod, subject" is a moderator whom the posts of the row
are about, also those that a ban names. 401 is "sign in first", 403 "your role does
not suffice" or, with a sentence, "not in this case", 400 "a rule refuses" with a sentence or the field's name, 404 "there is
no such thing", 410 "a moderator removed it", 423 "too early".
`;

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

function line({ call, about, statuses }: Row): string {
  const cells = COLUMNS.map((actor) => (statuses[actor] < 400 ? `**${statuses[actor]}**` : statuses[actor]));
  return row([`\`${call.method} ${call.path}\``, about ?? '', ...cells]);
}

function section(name: string, calls: readonly Call[]): string {
  const head = [row(['Call', 'Situation', ...COLUMNS]), row(['---', '---', ...COLUMNS.map(() => '---')])];
  const lines = MATRIX.filter(({ call }) => calls.includes(call)).map(line);
  return `## ${name}\n\n${[...head, ...lines].join('\n')}\n`;
}

/** The whole page. */
export function permissionsDocument(): string {
  const sections = Object.entries(CALLS).map(([name, calls]) => section(name, Object.values(calls)));
  return [INTRODUCTION, ...sections].join('\n');
}
