/** Which addresses of an origin that the site shares with its API are the API's. */

const API_PATH = /^\/(api|feed|og|swagger|jobs|hangfire|health|ready)(\/|$)/i;

/** True for a path of the API's calls, hubs, feeds, pictures and pages; all others are the site's (Rule 27.2). */
export const isApiPath = (path: string): boolean => API_PATH.test(path);
