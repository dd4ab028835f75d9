/**
 * `npm run deploy:files`: writes the generated files of `deploy/`. For a real deployment, with the variables that its build
 * reads: `npm run deploy:files -- --domain karma.example --out /etc/fleet-karma`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { domainSchema } from '#lib/schemas/deployment.ts';
import { deploymentOf, PLACEHOLDER_DOMAIN } from '#scripts/deploy/deployment.ts';
import { deployFiles } from '#scripts/deploy/files.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';

const USAGE = 'Usage: npm run deploy:files [-- --domain example.org --out FOLDER]';

function readOptions(): { domain: string; out: string } {
  try {
    const { values } = parseArgs({ options: { domain: { type: 'string' }, out: { type: 'string' } } });
    const domain = values.domain ?? PLACEHOLDER_DOMAIN;
    if (!domainSchema('example.org').safeParse(domain).success || domain.includes(':'))
      throw new Error('--domain must be a domain such as example.org.');
    if (values.out === undefined && domain !== PLACEHOLDER_DOMAIN)
      throw new Error('The files in deploy/ are for the placeholder domain: name another folder with --out.');
    return { domain, out: path.resolve(values.out ?? path.join(ROOT, 'deploy')) };
  } catch (error) {
    throw new PlainFailure(`${(error as Error).message}\n${USAGE}`);
  }
}

await runScript(async () => {
  const { domain, out } = readOptions();
  // The repository's files are the same whatever the environment says.
  const files = deployFiles(deploymentOf(domain, domain === PLACEHOLDER_DOMAIN ? {} : process.env));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(out, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    console.log(path.relative(process.cwd(), file));
  }
});
