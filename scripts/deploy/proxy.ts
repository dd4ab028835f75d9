/** Settings of every web server in front of the API. */

/** Largest body: a replay of 5 MiB with the rest of its form. */
export const UPLOAD_LIMIT_MIB = 6;

/** How long access logs are kept. They hold the addresses of visitors. */
export const LOG_DAYS = 14;

/** Paths of the API that only operators may open, as a regular expression over the decoded path. */
export const operatorPaths = ({ swagger }: { swagger: boolean }): string =>
  `/+(ready|metrics${swagger ? '' : '|swagger(/.*)?'})/*$`;

/**
 * Seconds after which the web server closes idle connections to the API. A process that stops waits for two, so that it does not close
 * one on which a request is on its way.
 */
export const KEEP_ALIVE_SECONDS = 1;

/** Problems that the web server sends itself, in the API's form. */
export const PROXY_PROBLEMS = [
  {
    status: 403,
    title: 'Forbidden',
    detail: 'Only the operators of the service may open this page.',
  },
  {
    status: 413,
    title: 'Payload Too Large',
    detail: `The request must be at most ${UPLOAD_LIMIT_MIB} MiB.`,
  },
  {
    status: 503,
    // The site shows only the title of a 5xx.
    title: 'The service is restarting. Try again in a moment.',
    detail: 'The service is restarting. Try again in a moment.',
  },
] as const;
