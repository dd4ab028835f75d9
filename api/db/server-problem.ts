/** Why a PostgreSQL server cannot be used, in words, and what to do about it. */
import { networkProblem } from '#api/base/failures.ts';

const NO_ANSWER = 'start PostgreSQL, or correct host and port in DATABASE_URL';
const ROLE = 'correct the role and its password in DATABASE_URL';

/** What to do, by the code of the system or of PostgreSQL. */
const ADVICE: Readonly<Record<string, string>> = {
  ENOENT: 'start PostgreSQL, or correct the folder of its socket in DATABASE_URL',
  ECONNREFUSED: NO_ANSWER,
  ENOTFOUND: 'correct the host in DATABASE_URL',
  '28P01': ROLE,
  '28000': `${ROLE}, or let the role in with pg_hba.conf`,
  '3D000': 'create it, or correct the name of the database in DATABASE_URL',
  '42501': 'make the role of DATABASE_URL the owner of the database',
  '53300': 'close other connections, or raise max_connections',
  '57P03': 'wait, or look into the log of PostgreSQL',
};

/** The driver's own errors have no code. */
const OF_DRIVER: readonly (readonly [RegExp, string, string])[] = [
  [/timed? ?out|timeout/i, 'it does not respond', NO_ANSWER],
  [/password must be/, 'it requires a password', 'add the password of the role to DATABASE_URL'],
];

/** Reason and advice for an error of the driver, of the server or of the system. Neither has a piece of the password. */
export function serverProblem(error: unknown): { reason: string; advice: string } {
  let root = error as NodeJS.ErrnoException;
  while (root.cause instanceof Error) root = root.cause;
  const { code = '', message, syscall } = root;
  const [, words, ofDriver] = (!code && OF_DRIVER.find(([pattern]) => pattern.test(message))) || [];
  // A certificate that does not exist is no missing socket.
  const ofServer = syscall !== 'open';
  const network = ofServer && networkProblem(root)?.replace(/ \(\w+\)$/, '');
  const advice = ofDriver ?? (ofServer && ADVICE[code]);
  return { reason: words ?? (network || message), advice: advice || 'check DATABASE_URL' };
}
