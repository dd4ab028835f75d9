/** Settings with which production starts. */

/** Signs the tokens of every API under test. */
export const SECRET = 'a secret that is only used by tests, long enough';

/** Settings of production. */
export const PRODUCTION: Readonly<Record<string, string>> = {
  SITE_DOMAIN: 'fleet.example',
  API_DOMAIN: 'api.fleet.example',
  COOKIE_DOMAIN: 'fleet.example',
  DATABASE_URL: 'postgres://karma@127.0.0.1/karma',
  JWT_SECRET: SECRET,
};

/** Addresses for a production that only this machine reaches, over plain HTTP. */
export const LOCAL_ADDRESSES: Readonly<Record<string, string>> = {
  SITE_DOMAIN: 'localhost:4321',
  API_DOMAIN: 'localhost:5010',
  COOKIE_DOMAIN: '',
};
