/** Fills a build for any deployment (`PORTABLE`) with the settings of this one. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { REGION_IDS } from '#lib/regions.ts';
import { precompress } from '#scripts/build/precompress.ts';
import { hashOf, OFF_WORKER } from '../../src/build/inline.ts';
import { DEPLOYMENT_PLACEHOLDERS, type SiteConfig } from '../../src/config.ts';
import { escapeHtml } from '../../src/edge/fill-head.ts';
import { securityText } from '../../src/pages/.well-known/security.txt.ts';

/** A text of the build, and what takes its place; null where the deployment has nothing. */
type Filling = readonly [placeholder: string, value: string | null];

/** Files with placeholders. Those of editors have none. */
const FILLED = /^(?!assets[/\\]).*\.(html|txt|xml)$/;
const WORKER = 'sw.js';
/** Without it, pages register no worker. */
const WORKER_ATTRIBUTE = / data-worker="[^"]*"/;
const BUILD_ID = /\bdata-build="([\da-f]{16})"/;
/** A quarter of a second for all pages, where the highest quality takes ten. */
const QUALITY = 9;

const withoutScheme = (address: string): string => address.replace(/^(mailto:|https:\/\/)/, '');

function fillingsOf(config: SiteConfig): Filling[] {
  const { siteOrigins, mediaOrigin, sourceUrl, chatUrl, privacyContact, badge, replayClass } =
    DEPLOYMENT_PLACEHOLDERS;
  const filled: Filling[] = [
    ...REGION_IDS.map(
      (id): Filling => [siteOrigins[id], config.regions.includes(id) ? config.siteOrigins[id] : null],
    ),
    [sourceUrl, config.sourceUrl || null],
    [chatUrl, config.chatUrl || null],
    [privacyContact, config.privacyContact],
    [withoutScheme(privacyContact), withoutScheme(config.privacyContact)],
    [badge, config.badge || null],
    [replayClass, config.replayExtraClasses.join() || null],
    [` ${mediaOrigin}`, config.mediaOrigins.map((origin) => ` ${origin}`).join('')],
  ];
  const inQueries = filled.map(
    ([placeholder, value]): Filling => [encodeURIComponent(placeholder), value && encodeURIComponent(value)],
  );
  return [...filled, ...inQueries];
}

/** The item of a list or the mark that contains the text, or the attribute that has it as its value. */
const partWith = (text: string): RegExp =>
  new RegExp(
    `<(li|span)\\b[^>]*>(?:(?!<\\1\\b|</\\1>).)*${RegExp.escape(text)}(?:(?!</\\1>).)*</\\1>| data-[\\w-]+="${RegExp.escape(text)}"`,
    'gs',
  );

/** Parts whose placeholder has no value are left out. */
function fill(text: string, fillings: readonly Filling[]): string {
  return fillings.reduce(
    (filled, [placeholder, value]) =>
      value === null
        ? filled.replace(partWith(placeholder), '')
        : filled.replaceAll(placeholder, escapeHtml(value)),
    text,
  );
}

/** Fills one region's build; browsers replace what they stored when a setting has changed, so the worker gets new versions. */
async function fillRegion(
  from: string,
  to: string,
  { fillings, hasWorker }: { fillings: readonly Filling[]; hasWorker: boolean },
): Promise<void> {
  const names = (await readdir(from, { recursive: true })).filter((name) => FILLED.test(name));
  const pages = await Promise.all(
    names.map(async (name) => {
      const built = await readFile(path.join(from, name), 'utf8');
      const filled = fill(built, fillings);
      return { name, built, filled: hasWorker ? filled : filled.replace(WORKER_ATTRIBUTE, '') };
    }),
  );
  const builtId = pages.map(({ built }) => BUILD_ID.exec(built)?.[1]).find(Boolean);
  const id = hashOf(`${builtId}${JSON.stringify(fillings)}`);
  const stamped = (text: string): string => (builtId === undefined ? text : text.replaceAll(builtId, id));
  let worker = stamped(await readFile(path.join(from, hasWorker ? WORKER : OFF_WORKER), 'utf8'));
  for (const { name, built, filled } of pages) {
    const page = stamped(filled);
    worker = worker.replaceAll(hashOf(built), hashOf(page));
    await mkdir(path.dirname(path.join(to, name)), { recursive: true });
    await writeFile(path.join(to, name), page);
  }
  await writeFile(path.join(to, WORKER), worker);
}

/**
 * Writes the files of each region that differ between deployments into `folder`, as they are for `config`: pages, the service
 * worker and `security.txt` (Rule 27.3). `dist` has the builds.
 */
export async function fillBuilds(dist: string, folder: string, config: SiteConfig): Promise<void> {
  const { regions } = config;
  const fillings = fillingsOf(config);
  const folders = regions.map((region) => path.join(folder, region));
  await Promise.all(
    regions.map(async (region) => {
      const to = path.join(folder, region);
      await mkdir(path.join(to, '.well-known'), { recursive: true });
      await fillRegion(path.join(dist, region), to, { fillings, hasWorker: config.serviceWorker });
      const text = securityText({ ...config, region }, Date.now());
      await writeFile(path.join(to, '.well-known/security.txt'), text);
    }),
  );
  await precompress(folders, QUALITY);
}
