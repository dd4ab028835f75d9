/** Parsers for environment variables. The site's build and the API share them, so both accept the same values. */
import { z } from '../schemas/zod.ts';

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown for variables that cannot be used. The message names each variable and its expected value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Text that passes `isValid`. `problem` ends the error sentence: "must be …". */
export const satisfying = (isValid: (text: string) => boolean, problem: string) =>
  z.string().check(z.refine(isValid, problem));

/** Text that matches `pattern`; it must be `expected`. */
export const matching = (pattern: RegExp, expected: string) =>
  z.string().check(z.regex(pattern, `must be ${expected}`));

/** Ends the error sentence of an address whose password is not percent-encoded; nothing of it is repeated. */
export const NOT_ENCODED =
  'cannot be read. Percent-encode the password: @ as %40, / as %2F, # as %23, ? as %3F, % as %25';

/** Whether name and password of an address, all before its last @, have no characters that end or separate its parts. */
export function isPercentEncoded(address: string): boolean {
  const [, userinfo = ''] = /:\/\/(.*)@/s.exec(address) ?? [];
  try {
    return !/[@/#?]/.test(userinfo) && decodeURIComponent(userinfo) !== null;
  } catch {
    return false;
  }
}

/** The address of a server, perhaps with a password; `example` appears in the error sentence. */
export function serverAddress(pattern: RegExp, example: string) {
  const isAddress = (text: string): boolean => pattern.test(text) && URL.canParse(text);
  const problem = `must be an address such as ${example}`;
  return satisfying(isPercentEncoded, NOT_ENCODED).check(z.refine(isAddress, problem));
}

/** A whole number from `min` to `max`. `problem` ends the error sentence. */
export const wholeNumber = (min: number, max: number, problem: string) =>
  z.coerce.number(problem).check(z.int(problem), z.gte(min, problem), z.lte(max, problem));

/** A flag: `true`, `yes` or `1`, else `false`, `no` or `0`. */
export const flag = z.stringbool({
  truthy: ['true', 'yes', '1'],
  falsy: ['false', 'no', '0'],
  error: 'must be true or false',
});

/** Hosts that only this machine can reach, without a port. */
const LOOPBACK = /^(([a-z0-9-]+\.)*localhost\.?|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** True when only this machine reaches the host: `localhost`, a name below it, 127.0.0.0/8 or ::1. It may carry a port. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK.test(host.replace(/(?<=[^:]):\d+$/, ''));

/** Whether headers, names and values in turn, name at most one host, with a port that can exist. */
export function hasUsableHost(rawHeaders: readonly string[]): boolean {
  const hosts = rawHeaders.filter((_, index) => index % 2 > 0 && /^host$/i.test(rawHeaders[index - 1] ?? ''));
  return hosts.length < 2 && Number(/:(\d+)$/.exec(hosts[0] ?? '')?.[1] ?? 0) < 2 ** 16;
}
