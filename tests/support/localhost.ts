/** Resolves `*.localhost` in Node as browsers do. Import it for its side effect. */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const LOCALHOST = /(^|\.)localhost$/i;
type Lookup = (host: string, ...rest: unknown[]) => unknown;

const rename = (host: string): string => (LOCALHOST.test(host) ? 'localhost' : host);

const lookup = dns.lookup as unknown as Lookup;
const lookupPromise = dns.promises.lookup as unknown as Lookup;

dns.lookup = ((host: string, ...rest: unknown[]) =>
  lookup(rename(host), ...rest)) as unknown as typeof dns.lookup;
dns.promises.lookup = ((host: string, ...rest: unknown[]) =>
  lookupPromise(rename(host), ...rest)) as unknown as typeof dns.promises.lookup;

syncBuiltinESMExports();
