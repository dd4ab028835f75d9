/**
 * Import directions by real path: `schemas ← domain ← client, hubs ← stores ← islands ← pages`, and `api/` next to them.
 * Biome's noRestrictedImports repeats the main ones by specifier, because this tool does not read .astro files.
 */

/** The folder of `src/islands` that screens share; every other folder is one screen or widget and keeps to itself. */
const SHARED_ISLANDS = 'ui|post-editor|moderation|frame|battle-player|live';

const above = (...names) => `^src/(${names.join('|')})(/|\\.)`;
const VIEWS = ['islands', 'layouts', 'pages', 'styles'];

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid(
      'no-cycles',
      'Modules that need each other, or each other’s types, are one module or share a third.',
      {},
      { circular: true },
    ),
    forbid('not-to-unresolvable', 'The module does not exist.', {}, { couldNotResolve: true }),
    forbid(
      'site-not-to-api',
      'The site never imports the regional API.',
      { path: '^src/' },
      { path: '^api/' },
    ),
    forbid(
      'production-not-to-tests',
      'Production code never imports tests or scripts.',
      { path: '^(src|api)/' },
      { path: '^(tests|scripts)/' },
    ),
    forbid(
      'api-shares-only-the-contract',
      'The regional API shares schemas, domain, replay, battle and the region and route tables, nothing else.',
      { path: '^api/' },
      { path: '^src/', pathNot: '^src/lib/((schemas|domain|replay|battle)/|(regions|routes|paths)\\.ts$)' },
    ),
    forbid(
      'schemas-import-nothing-above',
      'Schemas are the bottom layer.',
      { path: '^src/lib/schemas/' },
      { path: '^src/', pathNot: '^src/lib/(schemas/|(regions|routes|paths)\\.ts$)' },
    ),
    forbid(
      'domain-imports-nothing-above',
      'Domain rules are pure: schemas and tables only.',
      { path: '^src/lib/(domain|replay|battle)/' },
      { path: '^src/', pathNot: '^src/lib/((schemas|domain|replay|battle)/|(regions|routes|paths)\\.ts$)' },
    ),
    forbid(
      'calls-and-hubs-import-nothing-above',
      'lib/client and lib/hubs do not know stores or views.',
      { path: '^src/lib/(client|hubs)/' },
      { path: above('lib/stores', ...VIEWS) },
    ),
    forbid(
      'lib-imports-no-view',
      'Nothing in lib knows islands, layouts or pages.',
      { path: '^src/lib/' },
      { path: above(...VIEWS) },
    ),
    forbid(
      'views-call-stores',
      'Islands call one action of a store: no request and no hub in a view.',
      { path: '^src/islands/' },
      { path: '^src/lib/(hubs/|client/(?!errors\\.ts$))', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'islands-import-no-frame',
      'Islands do not know layouts or pages.',
      { path: '^src/islands/' },
      { path: above('layouts', 'pages') },
    ),
    forbid(
      'screens-keep-to-themselves',
      'One screen’s folder never imports another’s; share through islands/ui or a store.',
      { path: '^src/islands/([^/]+)/' },
      { path: '^src/islands/[^/]+/', pathNot: `^src/islands/($1|${SHARED_ISLANDS})/` },
    ),
    forbid(
      'shared-islands-import-no-screen',
      'What screens share does not know a screen.',
      { path: `^src/islands/(${SHARED_ISLANDS})/` },
      { path: '^src/islands/[^/]+/', pathNot: `^src/islands/(${SHARED_ISLANDS})/` },
    ),
    forbid(
      'ui-has-props-only',
      'islands/ui holds props-only parts: no store.',
      { path: '^src/islands/ui/' },
      { path: '^src/lib/(stores|client|hubs)/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.cache|\\.astro)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
