import { describe, expect, test } from 'vitest';
import { API_VARIABLES } from '#api/config/variables.ts';
import { misspellings } from '#lib/settings/names.ts';
import { SITE_VARIABLES } from '#lib/settings/site-variables.ts';
import { LOCAL_VARIABLES } from '#scripts/support/variables.ts';

const KNOWN = Object.keys({ ...API_VARIABLES, ...SITE_VARIABLES });

describe('a misspelt variable (rule 18.11)', () => {
  test.each([
    ['SITE_DOMAN', 'SITE_DOMAIN'],
    ['SITEDOMAIN', 'SITE_DOMAIN'],
    ['site_domain', 'SITE_DOMAIN'],
    ['API_PROT', 'API_PORT'],
    ['HOSTS', 'HOST'],
    ['PROT', 'PORT'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['JWT_SECRETS', 'JWT_SECRET'],
    ['JWT_SECRET_OLD', 'JWT_SECRET'],
    ['JWT_SECRET_PREV', 'JWT_SECRET_PREVIOUS'],
    ['SITE_ORIGIN_RU', 'SITE_ORIGIN_EU'],
    ['API_ORIGIN_ASIA', 'API_ORIGIN_SEA'],
    ['RATE_LIMIT_PER_MINUTE', 'RATE_LIMIT_ACCOUNT'],
    ['PUBLISHER_APP_ID', 'PUBLISHER_APPLICATION_ID'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['COOKIES_DOMAIN', 'COOKIE_DOMAIN'],
  ])('%s is reported with the nearest name', (name, meant) => {
    expect(misspellings({ [name]: 'x' }, KNOWN)).toEqual([
      `There is no variable ${name}: did you mean ${meant}?`,
    ]);
  });

  test.each([
    ...[
      'PATH HOME HOSTNAME HOSTTYPE USER SHELL TERM LANG PWD TMPDIR TZ EDITOR API_KEY API_TOKEN',
      'API_HOST API_URL SITE_URL SITE_NAME DISCORD_TOKEN JWT_KEY PGHOST PGPORT PGDATABASE',
      'POSTGRES_PASSWORD AWS_REGION DATABASE LOG_FILE LOGNAME NODE_ENV NODE_OPTIONS',
      'npm_config_registry npm_package_name CI DEBUG NOTIFY_SOCKET HTTP_PROXY no_proxy SSH_CONNECTION',
      'XDG_DATA_DIRS XDG_DATA_HOME JOURNAL_STREAM',
    ].flatMap((row) => row.split(' ')),
    ...Object.keys(LOCAL_VARIABLES),
    ...['PORTABLE', 'TEST_SLOT', 'TEST_NETWORK', 'BENCH_RUNS', 'BROWSER_TESTS', 'OUT_DIR'],
  ])('%s of another program is not reported', (name) => {
    expect(misspellings({ [name]: 'x' }, KNOWN)).toEqual([]);
  });

  test('names of removed settings are not reported', () => {
    expect(misspellings({ S3_FORCE_PATH_STYLE: 'true', REGION: 'na' }, KNOWN)).toEqual([]);
  });

  test('our own names are not reported', () => {
    expect(misspellings(Object.fromEntries(KNOWN.map((name) => [name, 'x'])), KNOWN)).toEqual([]);
  });
});
