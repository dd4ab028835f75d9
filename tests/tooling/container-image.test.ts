/** The content of the container image, without building it: the files that its last stage copies start the product (Rule 21.10). */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Copy, DockerfileParser } from 'dockerfile-ast';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '#lib/routes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { get, startCommand, stopCommands } from '#tests/support/commands.ts';
import { SHELL } from '#tests/support/edge.ts';

const WORKDIR = '/app';

let image: string;
let data: string;
let command: string[];

/** Whether the build context has a file: of the lines of `.dockerignore` that name it or a folder above it, the last decides. */
function inContext(rules: readonly string[], file: string): boolean {
  const parts = file.split('/');
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  const last = rules.findLast((rule) =>
    paths.some((name) => path.matchesGlob(name, rule.replace(/^!/, '').replace(/\/$/, ''))),
  );
  return last === undefined || last.startsWith('!');
}

/** The files of the first stage: stand in for the site's build and for `npm prune --omit=dev`. */
const MADE: Readonly<Record<string, () => Promise<void>>> = {
  dist: async () => {
    for (const file of ['404.html', 'sw.js', ...routes.map(({ shell }) => shell)]) {
      const to = path.join(image, 'dist/eu', file);
      await mkdir(path.dirname(to), { recursive: true });
      await writeFile(to, SHELL);
    }
  },
  node_modules: installProduction,
};

/** Copies as Docker does: a folder's content goes into the target, a file next to what is there. */
async function copy(source: string, target: string, rules: readonly string[]): Promise<void> {
  const made = MADE[source];
  if (made !== undefined) return made();
  expect(inContext(rules, source), `${source} in the build context`).toBe(true);
  const from = path.join(ROOT, source);
  const isFile = path.extname(source) !== '';
  const to = path.join(image, target, isFile && target.endsWith('/') ? path.basename(source) : '');
  await cp(from, to, {
    recursive: true,
    filter: (name) => name === from || inContext(rules, path.relative(ROOT, name)),
  });
}

async function installProduction(): Promise<void> {
  const lockfile = await readFile(path.join(ROOT, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, { dev?: boolean }> };
  const installed = Object.entries(packages)
    .filter(([name, { dev }]) => name.lastIndexOf('node_modules/') === 0 && dev !== true)
    .map(([name]) => name);
  for (const name of ['node_modules/.bin', ...installed]) {
    await mkdir(path.dirname(path.join(image, name)), { recursive: true });
    await symlink(path.join(ROOT, name), path.join(image, name));
  }
}

beforeAll(async () => {
  image = await mkdtemp(path.join(os.tmpdir(), 'image-'));
  data = await mkdtemp(path.join(os.tmpdir(), 'image-data-'));
  const rules = (await readFile(path.join(ROOT, '.dockerignore'), 'utf8')).split('\n').filter(Boolean);
  const file = DockerfileParser.parse(await readFile(path.join(ROOT, 'deploy/Dockerfile'), 'utf8'));
  for (const instruction of file.getInstructions()) {
    if (instruction.getKeyword() !== 'COPY' || (instruction as Copy).getFromFlag() === null) continue;
    const names = (instruction as Copy).getArguments().map((argument) => argument.getValue());
    for (const source of names.slice(0, -1))
      await copy(path.relative(WORKDIR, source), names.at(-1) as string, rules);
  }
  command = JSON.parse(file.getCMDs()[0]?.getArgumentsContent() ?? '[]');
});
afterAll(async () => {
  await stopCommands();
  for (const folder of [image, data]) await rm(folder, { recursive: true, force: true });
});

it('starts the product from the files that the image has', async () => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const [program = '', ...args] = command.map((part) => part.replace(WORKDIR, image));
  const api = startCommand(
    program,
    args,
    {
      PATH,
      NODE_COMPILE_CACHE,
      REGIONS: 'eu',
      SITE_DOMAIN: 'localhost:5010',
      DATABASE: 'embedded',
      DATA_DIR: data,
      API_PORT: '0',
    },
    { cwd: image },
  );
  await api.printed(/listens on http/);
  const port = Number(/:(\d+)\s/.exec(api.text())?.[1]);
  expect(await get(port, '/ready')).toContain('"status":"ready"');
  expect(await get(port, '/privacy')).toMatch(/^200 <!doctype html>/i);
});
