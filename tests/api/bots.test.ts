/** docs/bots.md and docs/hubs.md: the bot and the generated client, as they are printed there (Rule 17.32). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '#scripts/support/settings.ts';
import { BORODINO, HOOD, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { listenOnLoopback } from '#tests/support/hub-client.ts';
import { apiDocument } from '#tests/support/openapi.ts';

const api = setUpApi();
const PAGE = readFileSync(path.join(ROOT, 'docs/bots.md'), 'utf8');

/** A file as docs/bots.md prints it. */
function printed(name: string): string {
  const [, text] =
    new RegExp(`<!-- file: ${name} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(PAGE) ?? [];
  if (text === undefined) throw new Error(`docs/bots.md has no ${name}`);
  return text;
}

let folder: string;
let origin: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  // In the checkout, where the packages are.
  mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(path.join(ROOT, '.cache/bot-'));
  for (const name of ['bot.mjs', 'client.ts']) writeFileSync(path.join(folder, name), printed(name));
  origin = await listenOnLoopback(api);
});
afterAll(() => {
  for (const child of running) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts Node in the folder; collects what it prints. */
function start(...args: string[]) {
  const env = { ...process.env, API: origin, NODE_OPTIONS: '' };
  const child = spawn(process.execPath, args, { cwd: folder, env });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => {
    running.delete(child);
    return code;
  });
  const lines = (): string[] => output.split('\n').filter((line) => line.includes(' about '));
  return { child, ended, lines, output: () => output };
}

const add = (title: string, minutesAgo: number, flairs = 0) =>
  api.addPost({ author: BORODINO, player: HOOD, title, flairs, createdAt: START - minutesAgo * 60_000 });

describe('the bot', () => {
  test('has at most 40 lines of code', () => {
    const code = printed('bot.mjs')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('/**'));
    expect(code.length).toBeLessThanOrEqual(40);
  });

  test('prints posts in order, live ones, and those of the time when it was not running', async () => {
    await add('Early praise', 30, 16);
    await add('Late blame', 20, 32);
    const first = start('bot.mjs');
    await expect.poll(first.lines).toHaveLength(2);
    expect(first.lines()).toEqual([
      expect.stringMatching(/: Early praise \(courtesy: positive\)$/),
      expect.stringMatching(/: Late blame \(courtesy: negative\)$/),
    ]);
    await api.createPost({ title: 'Written meanwhile' });
    await expect.poll(first.lines).toHaveLength(3);
    expect(first.lines().at(-1)).toMatch(/: Written meanwhile \(courtesy: neutral\)$/);
    first.child.kill();
    await first.ended;

    // More than a page.
    for (let index = 0; index < 120; index++) await add(`Missed ${index}`, -1 - index);
    const second = start('bot.mjs');
    await expect.poll(() => second.lines().length).toBe(120);
    expect(second.lines().map((line) => /Missed \d+/.exec(line)?.[0])).toEqual(
      Array.from({ length: 120 }, (_, index) => `Missed ${index}`),
    );
    second.child.kill();
    await second.ended;
  });
});

test('a client that openapi-typescript generates compiles and reads a page', async () => {
  const { json } = await api.call('GET', '/swagger/json');
  writeFileSync(path.join(folder, 'api.d.ts'), astToString(await openapiTS(json as OpenAPI3)));
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true },
    ...{ module: 'nodenext', target: 'es2024', types: ['node'], allowImportingTsExtensions: true },
  };
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['client.ts'] }),
  );
  const compiler = start(path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.');
  expect(await compiler.ended, compiler.output()).toBe(0);

  await add('Thanks for the smoke', -500, 16);
  const client = start('client.ts');
  expect(await client.ended, client.output()).toBe(0);
  expect(client.output()).toContain('Borodino_Gunner: Thanks for the smoke\n');
  expect(client.output()).toMatch(/^\d+ posts$/m);
});

describe('docs/hubs.md', () => {
  const page = readFileSync(path.join(ROOT, 'docs/hubs.md'), 'utf8');

  test('names every hub and every event that the API sends', () => {
    const code = globSync('api/hubs/*.ts', { cwd: ROOT })
      .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
      .join('\n');
    const events = [...code.matchAll(/\b(?:broadcast|sendToUser)\([^;]*?'([A-Z]\w+)'/g)].map(
      ([, name]) => name,
    );
    const hubs = [...code.matchAll(/path: '(\/api\/hubs\/\w+)'/g)].map(([, name]) => name);
    expect(events).toEqual(expect.arrayContaining(['DeletedPost', 'NewNotification', 'ReviewChanged']));
    expect(hubs).toHaveLength(3);
    for (const name of [...events, ...hubs]) expect(page).toContain(`\`${name}`);
  });

  test('names schemas that the document has', () => {
    // Without the table of .NET's classes.
    const text = page.replaceAll(/^ +\|.*/gm, '');
    const names = [...text.matchAll(/`([A-Z]\w*(?:Notification|Post|Change))`/g)].map(([, name]) => name);
    const events = ['NewPost', 'EditedPost', 'DeletedPost'];
    const schemas = names.filter((name) => !events.includes(name ?? ''));
    expect(schemas.length).toBeGreaterThan(6);
    for (const name of schemas) expect(apiDocument().components.schemas).toHaveProperty(name ?? '');
  });
});
