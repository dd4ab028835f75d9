/** `npm run person`: exports or erases everything about a person in one region. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { CommandError, logLine, operatorOf, print, runCommand, withData } from '#api/commands/command.ts';
import { PERSON_USAGE, type PersonOrder, parsePersonArguments } from '#api/commands/person/arguments.ts';
import { erasePerson, maskFoundReplays, previewErasure } from '#api/commands/person/erase.ts';
import { exportPerson } from '#api/commands/person/export.ts';
import { type ErasureReport, isNothing } from '#api/commands/person/report.ts';
import { createScan } from '#api/commands/person/scan.ts';
import { createDatabase, type Tx } from '#api/db/database.ts';
import { createInProcessBus } from '#api/events/bus.ts';
import { printable } from '#api/model/replays/mask.ts';
import type { Data } from '#api/storage/open-data.ts';

const OWNER_ONLY = { mode: 0o600, flag: 'wx' } as const;

/** Creates the folder; personal data must not be mixed with other files, nor be readable by other accounts. */
async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(path.dirname(folder), { recursive: true });
    await mkdir(folder, { mode: 0o700 });
    await mkdir(path.join(folder, 'files'), { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'EEXIST'
        ? `The folder ${folder} exists already: remove it, or choose another one with --to.`
        : `The folder ${folder} cannot be created (${code}): choose another one with --to.`,
    );
  }
}

const logProgress = (text: string): void => void process.stderr.write(`${text}\n`);

const nothingAbout = ({ accountId, region }: PersonOrder): string =>
  `Nothing is stored about account ${accountId} (${region}).`;

async function runExport({ database, files }: Data, order: PersonOrder): Promise<string> {
  const { accountId, region, to } = order;
  const scan = await createScan(database, region, order, logProgress);
  await scan.search();
  const found = await database.snapshot(region, (db) => exportPerson(db, scan));
  if (found === null) return nothingAbout(order);
  const folder = to ?? `person-${region}-${accountId}`;
  await createFolder(folder);
  const missing: string[] = [];
  for (const { name, sha256 } of found.files) {
    const stored = await files.open(region, sha256);
    if (stored === null) missing.push(name);
    else await writeFile(path.join(folder, 'files', name), await stored.read(), OWNER_ONLY);
  }
  const document = { region, exportedAt: new Date().toISOString(), ...found, missingFiles: missing };
  await writeFile(path.join(folder, 'person.json'), `${JSON.stringify(document, null, 2)}\n`, OWNER_ONLY);
  const rows = Object.values(found.tables).flat().length;
  return `Exported ${rows} rows, ${found.battles.length} battles and ${found.files.length - missing.length} files about account ${accountId} (${region}) to ${folder}.`;
}

const listOf = (rows: Readonly<Record<string, number>>): string =>
  Object.entries(rows)
    .map(([table, count]) => `${count} in ${table}`)
    .join(', ') || 'nothing';

const textList = (texts: ErasureReport['texts']): string =>
  texts
    .flatMap(({ table, column, id, excerpts }) =>
      excerpts.map((excerpt) => `\n    ${table}.${column} ${id}: ${excerpt}`),
    )
    .join('') || ' none';

const namesOf = (names: readonly string[]): string => names.map(printable).join(', ');

const summaryOf = (report: ErasureReport): string =>
  `  names:    ${namesOf(report.names) || 'none known'}
  names that are not masked, because they are too short or another account has them: ${namesOf(report.unusedNames) || 'none'}
  names that only replays show, which are not used (check them, then add --name): ${namesOf(report.candidates) || 'none'}
  deleted:  ${listOf(report.deleted)}
  kept without the person: ${listOf(report.unlinked)}
  masked:   ${listOf(report.masked)}
  messages on Discord, deleted or reworded by the running API: ${report.messages}
  texts of others that change, with the words around each mention:${textList(report.texts)}`;

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    return (await Promise.race([terminal.question(question), ended])).trim() === 'erase';
  } finally {
    terminal.close();
  }
}

async function runErase(data: Data, place: string, order: PersonOrder): Promise<string> {
  const { accountId, region, dryRun, yes } = order;
  const files = data.files;
  const database = createDatabase(data.database, {
    bus: createInProcessBus(() => {}),
    onEffectError: (error) =>
      process.stderr.write(`A file could not be removed: ${(error as Error).message}\n`),
  });
  const scan = await createScan(database, region, order, logProgress);
  await scan.search();
  if (dryRun || !yes) {
    const report = await database.snapshot(region, (db) => previewErasure(db, scan, order));
    if (isNothing(report)) return nothingAbout(order);
    print(`Erasing account ${accountId} (${region}) in ${place} changes:\n${summaryOf(report)}`);
    if (report.deleted.platform_bans !== undefined)
      print('Bans of the account end with the erasure. It can post again after it has signed in.');
    if (dryRun) return 'This was a dry run: nothing was changed.';
    if (!(await confirm('This cannot be undone. Type "erase" to continue: ')))
      throw new CommandError('Nothing was changed.');
  }
  const stored = { database, files };
  const before = await maskFoundReplays(region, stored, scan, logProgress);
  // What changed since the first search may be much; what changes during this one is little.
  await scan.search();
  const erase = (tx: Tx) => erasePerson(tx, stored, scan, order, before);
  const report = await database.write(region, erase, { isUnlimited: true });
  if (isNothing(report)) return nothingAbout(order);
  // Without the id, names and texts: logs must not keep what was erased.
  const { deleted, unlinked, masked, messages } = report;
  logLine({ region, deleted, unlinked, masked, messages, changedBy: operatorOf('person') }, 'person erased');
  return `Erased account ${accountId} (${region}) in ${place}:\n${summaryOf(report)}`;
}

await runCommand(PERSON_USAGE, async (args) => {
  const order = parsePersonArguments(args);
  print(
    await withData(order.region, (data, place) =>
      order.action === 'export' ? runExport(data, order) : runErase(data, place, order),
    ),
  );
});
