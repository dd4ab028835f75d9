import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRegion } from '#scripts/build/build-site.ts';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';

let folder: string;

/** Builds one region into `folder`, as `npm run build` does for all four; resolves to its page of posts. */
async function buildPosts(region: string): Promise<string> {
  const outDir = path.join(folder, region);
  await buildRegion(region, outDir, process.env);
  return readFile(path.join(outDir, 'posts/index.html'), 'utf8');
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dist-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('the build of the site', () => {
  it('is configured by astro.config.mjs', () => {
    expect(existsSync(path.join(ROOT, 'astro.config.mjs'))).toBe(true);
  });

  it('refuses to build for production without addresses (rule 18.3)', async () => {
    const unset = { SITE_DOMAIN: '', API_DOMAIN: 'api.fleet.example', DIST_DIR: path.join(folder, 'unused') };
    const script = path.join(ROOT, 'scripts/build.ts');
    const { code, output } = await run(process.execPath, [script], { env: { ...process.env, ...unset } });
    expect(code).toBe(1);
    expect(output).toMatch(
      /^SITE_DOMAIN is not set\. .* For example: SITE_DOMAIN=example\.org \(or SITE_ORIGIN_EU/m,
    );
    expect(existsSync(path.join(folder, 'unused'))).toBe(false);
  });

  it.each(['build.ts', 'check-texts.ts'])(
    'fails with %s for a text that is not UTF-8, and names what is dropped (Rule 2.50)',
    async (name) => {
      const cwd = path.join(folder, name);
      const texts = path.join(cwd, 'public/assets');
      await mkdir(texts, { recursive: true });
      await writeFile(path.join(texts, 'psa.eu.html'), Buffer.from('<p>Grüße</p>', 'latin1'));
      await writeFile(path.join(texts, 'psa.na.html'), '<p>Hello</p>\n<p style="color: red">World</p>');
      const addresses = {
        SITE_DOMAIN: 'fleet.example',
        API_DOMAIN: 'api.fleet.example',
        DIST_DIR: path.join(cwd, 'dist'),
      };
      const script = path.join(ROOT, 'scripts', name);
      const { code, output } = await run(process.execPath, [script], {
        cwd,
        env: { ...process.env, ...addresses },
      });
      expect(code).toBe(1);
      expect(output).toContain('public/assets/psa.eu.html is not UTF-8.');
      expect(output).toContain('public/assets/psa.na.html:2: The style of <p> is dropped.');
      expect(existsSync(path.join(cwd, 'dist'))).toBe(false);
    },
  );

  it('writes regions side by side into a folder outside the checkout', async () => {
    const [na, cis] = await Promise.all([buildPosts('na'), buildPosts('cis')]);
    expect(na).toContain('data-region="na"');
    expect(cis).toContain('data-region="cis"');
    expect(na).toContain('<link rel="alternate" type="application/atom+xml"');
    const left = (await readdir(path.join(ROOT, '.cache/builds'))).filter((name) =>
      name.includes(path.basename(folder)),
    );
    expect(left).toEqual([]);
  });
});
