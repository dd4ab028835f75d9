/** docs/configuration.md: the tables of environment variables as a page. */
import {
  DISCORD_VARIABLES,
  NETWORK_VARIABLES,
  OPERATION_VARIABLES,
  SERVICE_VARIABLES,
  STORAGE_VARIABLES,
} from '#api/config/variables.ts';
import { REGION_IDS } from '#lib/regions.ts';
import { ADDRESS_VARIABLES, SITE_VARIABLES } from '#lib/settings/site-variables.ts';
import type { Variable, Variables } from '#lib/settings/variables.ts';
import { LOCAL_VARIABLES } from '#scripts/support/variables.ts';

const INTRODUCTION = `# Configuration

Everything that a deployment decides comes from environment variables. Written by \`npm run docs\` from the tables that parse
them; do not edit it here.

There are two modes. **The demo** (\`npm start\`, \`npm run dev\`) needs no variables. It has invented data and a sign-in
without passwords, so it refuses addresses that other machines can reach, and databases with other data. **Production**
(\`npm run production\`) needs a domain and a database, and lists what is missing:

\`\`\`sh
export SITE_DOMAIN=example.org DATABASE_URL=postgres://karma:password@127.0.0.1/karma
npm run production
\`\`\`

A site at a [static host](deploying/static-hosts.md) is built with its addresses, and has its API at another one.

Variables are checked at start, and an empty one counts as unset. A variable that cannot be used, or that looks like a misspelt
name, ends production with a message that lists all of them; the demo only warns of misspelt names. A variable of an
earlier version is named at the start and ignored. **demo** and **production** mark variables that only one mode reads.
`;

/** Headings, what the section says first, and its variables. */
const SECTIONS: readonly (readonly [string, string, Variables])[] = [
  [
    'Addresses',
    '`npm run production` has site and API at one address, that of the site. A build for a static host and its API need both, and the same.',
    ADDRESS_VARIABLES,
  ],
  ['API: network and limits', 'Who reaches the API, and how often.', NETWORK_VARIABLES],
  [
    'API: storage',
    'All commands that open the data read these. The embedded database cannot be used by two processes, so it is locked.',
    STORAGE_VARIABLES,
  ],
  ['API: sign-in, publisher and replays', '', SERVICE_VARIABLES],
  ['API: messages on Discord', 'One webhook per region and channel.', DISCORD_VARIABLES],
  ['API: operation', 'See [operating](operating.md).', OPERATION_VARIABLES],
  [
    'Pages of the site',
    'Read by the build for a static host, or when `npm run production` starts.',
    SITE_VARIABLES,
  ],
  ['Other commands', '', LOCAL_VARIABLES],
];

const code = (text: string): string => `\`${text}\``;

/** The value without the variable. */
function fallbackOf({ schema, unset }: Variable): string {
  if (unset !== undefined) return unset;
  const value = schema.safeParse(undefined).data;
  return value === undefined ? 'none' : code(String(value));
}

function row(name: string, variable: Variable): string {
  const { about, example, mode, family } = variable;
  const regions = REGION_IDS.map((id) => id.toUpperCase()).join(',');
  const shown = code(family === undefined ? name : `${family}_{${regions}}`);
  const cells = [
    mode === undefined ? shown : `${shown} **${mode}**`,
    about,
    fallbackOf(variable),
    code(`${name}=${example}`),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function section([title, about, table]: (typeof SECTIONS)[number]): string {
  // The first variable of a family stands for all of them.
  const families = Map.groupBy(Object.entries(table), ([name, { family }]) => family ?? name);
  const rows = [...families.values()].flatMap(([first]) => (first ? [row(...first)] : []));
  const head = ['| variable | what it decides | unset | example |', '| --- | --- | --- | --- |'];
  return [`## ${title}`, ...(about === '' ? [] : [about]), [...head, ...rows].join('\n')].join('\n\n');
}

/** The whole page. */
export const configurationDocument = (): string =>
  `${[INTRODUCTION.trim(), ...SECTIONS.map(section)].join('\n\n')}\n`;
