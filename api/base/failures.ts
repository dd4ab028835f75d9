/** Plain words for errors of disks, networks and certificates, for the log and for operators. */

/** Why a file cannot be written, by the system's code. */
const DISK: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EIO: 'the disk has an error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

/** Why another server cannot be used. */
const NETWORK: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet, or the clock of this machine is wrong',
  CERT_REVOKED: 'its certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not from a known authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not from a known authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not from a known authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is not from a known authority',
  ENOTFOUND: 'its name is not in the DNS',
  EAI_AGAIN: 'the DNS does not respond',
  ECONNREFUSED: 'it refuses connections',
  ENOENT: 'its socket does not exist',
  ECONNRESET: 'it ended the connection',
  UND_ERR_SOCKET: 'it ended the connection',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  ETIMEDOUT: 'it does not respond',
  UND_ERR_CONNECT_TIMEOUT: 'it does not respond',
  UND_ERR_HEADERS_TIMEOUT: 'it does not respond',
  TimeoutError: 'it does not respond',
};

/** Codes and names of an error and of everything that caused it. */
function codesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { code, name, cause, errors } = error as {
    code?: unknown;
    name?: unknown;
    cause?: unknown;
    errors?: unknown;
  };
  const own = [code, name].filter((value) => typeof value === 'string');
  const inner = Array.isArray(errors) ? errors.flatMap(codesOf) : [];
  return [...own, ...inner, ...codesOf(cause)];
}

/** `words (CODE)` for the first code that the table knows. */
function wordsOf(error: unknown, table: Readonly<Record<string, string>>): string | null {
  const code = codesOf(error).find((each) => each in table);
  return code === undefined ? null : `${table[code]} (${code})`;
}

/** Why a file could not be read or written, as `the disk is full (ENOSPC)`; null for any other error. */
export const diskProblem = (error: unknown): string | null => wordsOf(error, DISK);

/** A sentence for a file that could not be used; null for any other error. `fallback` names it when the error does not. */
export function fileProblem(error: unknown, fallback: string): string | null {
  const disk = diskProblem(error);
  return disk === null
    ? null
    : `${(error as { path?: string }).path ?? fallback} could not be used: ${disk}.`;
}

/** Why a server could not be used, as `its certificate has expired (CERT_HAS_EXPIRED)`; null for any other error. */
export const networkProblem = (error: unknown): string | null => wordsOf(error, NETWORK);

/** The same for any failed request to a server, by its code if that has no words here. It never contains an address. */
export function connectionProblem(error: unknown): string {
  const code = codesOf(error).find((each) => /^[A-Z][A-Z0-9_]+$/.test(each));
  const unknown = code === undefined ? 'the connection failed' : `the connection failed (${code})`;
  return networkProblem(error) ?? unknown;
}

/** True when no more data fits on the disk. */
export const isDiskFull = (error: unknown): boolean =>
  codesOf(error).some((code) => code === 'ENOSPC' || code === 'EDQUOT');
