/**
 * `npm run deploy:files`: writes the generated files of `deploy/`. For a real deployment, with the variables that its build
 * reads: `npm run deploy:files -- --domain karma.example --out /etc/fleet-karma`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { domainSchema } from '#lib/schemas/deployment.ts';
import { deploymentOf, PLACEHOLDER_DOMAIN } from '#scripts/deploy/deployment.ts';
import { deployFiles } from '#scripts/deploy/files.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';

const USAGE =
  'Usage: npm run deploy:files [-- --domain example.org --api 127.0.0.1:5010,127.0.0.1:5011 --operators 203.0.113.7,10.0.0.0/8 --out FOLDER]';

const isAddress = (text: string): boolean => /^([\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i.test(text);

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most))
  );
};

const listOf = (text: string): string[] => text.split(',').map((part) => part.trim());

function readOptions(): { domain: string; servers: { api?: string[]; operators?: string[] }; out: string } {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({ options: { domain: text, api: text, operators: text, out: text } });
    const servers = {
      ...(values.api !== undefined && { api: listOf(values.api) }),
      ...(values.operators !== undefined && { operators: listOf(values.operators) }),
    };
    if (servers.api?.every(isAddress) === false)
      throw new Error("--api must be the addresses of the API's processes, separated by commas.");
    if (servers.operators?.every(isNetwork) === false)
      throw new Error('--operators must be addresses or networks such as 10.0.0.0/8, separated by commas.');
    const domain = values.domain ?? PLACEHOLDER_DOMAIN;
    if (!domainSchema('example.org').safeParse(domain).success || domain.includes(':'))
      throw new Error('--domain must be a domain such as example.org.');
    if (values.out === undefined && (domain !== PLACEHOLDER_DOMAIN || Object.keys(servers).length > 0))
      throw new Error('The files in deploy/ are for the placeholder domain: name another folder with --out.');
    return { domain, servers, out: path.resolve(values.out ?? path.join(ROOT, 'deploy')) };
  } catch (error) {
    throw new PlainFailure(`${(error as Error).message}\n${USAGE}`);
  }
}

await runScript(async () => {
  const { domain, servers, out } = readOptions();
  // The repository's files are the same whatever the environment says.
  const files = deployFiles(deploymentOf(domain, domain === PLACEHOLDER_DOMAIN ? {} : process.env, servers));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(out, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    console.log(path.relative(process.cwd(), file));
  }
});
