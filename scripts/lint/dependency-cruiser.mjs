/**
 * Import directions by real path: `schemas ← domain ← client, hubs ← stores ← islands ← pages`, and `api/` next to them.
 * Biome's noRestrictedImports repeats the main ones by specifier, because this tool does not read .astro files.
 */

/** The folder of `src/islands` that screens share; every other folder is one screen or widget and keeps to itself. */
const SHARED_ISLANDS = 'ui|post-editor|moderation|frame|battle-player|live|share-picture';

const above = (...names) => `^src/(${names.join('|')})(/|\\.)`;
const VIEWS = ['islands', 'layouts', 'pages', 'scripts', 'styles'];

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** The folders of `api/` from the bottom up: a level imports from those before it. */
const LEVELS = {
  base: ['base'],
  config: ['config'],
  libraries: ['events', 'redis', 'db', 'files', 'http', 'operation'],
  model: ['model'],
  services: ['publisher', 'discord', 'storage', 'jobs'],
  'entry-points': ['calls', 'hubs'],
  programs: ['demo', 'app', 'commands', 'main\\.ts'],
};

/** The imports between folders of one level; none unless named. */
const BESIDE = {
  redis: ['events'],
  db: ['events'],
  http: ['redis', 'db', 'files'],
  operation: ['db', 'http'],
  jobs: ['publisher', 'storage'],
  app: ['demo'],
  commands: ['demo'],
  'main\\.ts': ['app'],
};

/** The resources of `api/model` that each one may import. */
const MODEL = {
  players: [],
  auth: ['players'],
  posts: ['players'],
  advice: ['posts', 'reviews'],
  moderation: ['posts'],
  replays: ['players', 'posts'],
  notifications: ['posts', 'moderation'],
  reviews: ['notifications', 'players', 'posts'],
  decisions: ['advice', 'moderation', 'notifications', 'players', 'posts', 'reviews'],
};

const api = (names) => `^api/(${names.join('|')})(/|$)`;
const model = (names) => `^api/model/(${names.join('|')})(/|\\.)`;

const upward = Object.entries(LEVELS)
  .slice(0, -1)
  .map(([name, folders], at) =>
    forbid(
      `api-${name}-imports-nothing-above`,
      'Imports point to lower levels (docs/README.md).',
      { path: api(folders) },
      {
        path: api(
          Object.values(LEVELS)
            .slice(at + 1)
            .flat(),
        ),
      },
    ),
  );
const beside = Object.values(LEVELS).flatMap((folders) =>
  folders
    .map((name) => ({
      name,
      others: folders.filter((other) => other !== name && !(BESIDE[name] ?? []).includes(other)),
    }))
    .filter(({ others }) => others.length > 0)
    .map(({ name, others }) =>
      forbid(
        `api-${name.replace('\\.ts', '')}-beside`,
        'BESIDE names what a folder imports of its own level.',
        { path: api([name]) },
        { path: api(others) },
      ),
    ),
);
const resources = Object.entries(MODEL).map(([name, may]) =>
  forbid(
    `model-${name}`,
    'MODEL names what a resource imports of the others.',
    { path: model([name]) },
    { path: '^api/model/', pathNot: model([name, ...may]) },
  ),
);

const API_RULES = [
  ...upward,
  ...beside,
  ...resources,
  forbid(
    'api-folders-have-a-level',
    'Add a new folder to LEVELS.',
    { path: '^api/', pathNot: api(Object.values(LEVELS).flat()) },
    {},
  ),
  forbid(
    'api-folders-are-imported-by-level',
    'Add a new folder to LEVELS.',
    {},
    { path: '^api/', pathNot: api(Object.values(LEVELS).flat()) },
  ),
  {
    name: 'no-folder-cycles',
    comment: 'Folders that need each other are one folder.',
    severity: 'error',
    scope: 'folder',
    from: { path: '^(api|src)' },
    to: { circular: true },
  },
  forbid(
    'calls-keep-to-themselves',
    'Resources share through model or calls/core.',
    { path: '^api/calls/([^/.]+)' },
    { path: '^api/calls/', pathNot: '^api/calls/($1|core)(/|\\.)' },
  ),
  forbid(
    'calls-core-knows-no-resource',
    'What all calls share does not know one of them.',
    { path: '^api/calls/core/' },
    { path: '^api/calls/', pathNot: '^api/calls/core/' },
  ),
  forbid(
    'commands-keep-to-themselves',
    'Commands share through commands/ itself.',
    { path: '^api/commands/([^/.]+)/' },
    { path: '^api/commands/[^/]+/', pathNot: '^api/commands/$1/' },
  ),
  forbid(
    'parts-of-commands-know-no-whole',
    'A folder of a command does not import the files next to it, which import it.',
    { path: '^api/commands/([^/]+)/[^/]+/' },
    { path: '^api/commands/$1/[^/]+\\.ts$' },
  ),
  forbid(
    'model-knows-no-request',
    'Only refusals, and the type of an upload.',
    { path: '^api/model/' },
    { path: '^api/http/', pathNot: '^api/http/(errors|multipart)\\.ts$' },
  ),
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...API_RULES,
    forbid(
      'no-cycles',
      'Modules that need each other, or each other’s types, are one module or share a third.',
      {},
      { circular: true },
    ),
    forbid('not-to-unresolvable', 'The module does not exist.', {}, { couldNotResolve: true }),
    forbid(
      'date-fns-by-function',
      'The index loads every function, which takes Node a second: import date-fns/addHours.',
      {},
      { path: 'node_modules/date-fns/index\\.' },
    ),
    forbid(
      'packages-stand-alone',
      'A package imports nothing of the house and no other package.',
      { path: '^packages/([^/]+)/' },
      { path: '^(src|api|scripts|tests)/|^packages/', pathNot: '^packages/$1/' },
    ),
    forbid(
      'packages-by-name',
      'The house imports a package by its name, through its exports.',
      { path: '^(src|api|scripts|tests)/' },
      { path: '^packages/', dependencyTypesNot: ['aliased-workspace'] },
    ),
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
      'The regional API shares schemas, settings, domain, replay and the region and route tables, nothing else.',
      { path: '^api/' },
      { path: '^src/', pathNot: '^src/lib/((schemas|settings|domain|replay)/|(regions|routes|paths)\\.ts$)' },
    ),
    forbid(
      'schemas-import-nothing-above',
      'Schemas are the bottom layer.',
      { path: '^src/lib/schemas/' },
      { path: '^src/', pathNot: '^src/lib/(schemas/|(regions|routes|paths)\\.ts$)' },
    ),
    forbid(
      'settings-import-schemas-only',
      'The settings of a deployment are next to the schemas.',
      { path: '^src/lib/settings/' },
      { path: '^src/', pathNot: '^src/lib/((schemas|settings)/|regions\\.ts$)' },
    ),
    forbid(
      'domain-imports-nothing-above',
      'Domain rules are pure: schemas and tables only.',
      { path: '^src/lib/(domain|replay)/' },
      { path: '^src/', pathNot: '^src/lib/((schemas|domain|replay)/|(regions|routes|paths)\\.ts$)' },
    ),
    forbid(
      'calls-and-hubs-import-nothing-above',
      'lib/client and lib/hubs do not know stores or views.',
      { path: '^src/lib/(client|hubs)/' },
      { path: above('lib/stores', ...VIEWS) },
    ),
    forbid(
      'core-stores-import-no-feature',
      'stores/core is the bottom of the stores; session sets the hooks that core needs.',
      { path: '^src/lib/stores/core/' },
      { path: '^src/lib/stores/(?!core/)' },
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
      'Islands do not know layouts, pages or their scripts.',
      { path: '^src/islands/' },
      { path: above('layouts', 'pages', 'scripts') },
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
