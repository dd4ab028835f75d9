/**
 * The statuses of each call that do not follow from its description. Apart from the descriptions, because pages load
 * those.
 */
import { type Call, isWrite } from '#lib/schemas/call.ts';

const FILE = [206, 302, 410, 416];
const UPLOAD = [403, 422];
/** Claimed by another moderator (423), or decided (410). */
const CLAIMED = [410, 423];

/** By the call's name. */
const OTHERS: Readonly<Record<string, readonly number[]>> = {
  startLogin: [403],
  finishLogin: [200, 403, 502],
  updateProfile: [403, 404, 423],
  searchPlayers: [204],
  recalculatePlayer: [404],
  getPost: [410],
  getCooldown: [404],
  createPost: [...UPLOAD, 404, 423],
  updatePost: [403, 404],
  listModActions: [204],
  createModAction: [404],
  createBan: [404],
  saveReply: [403],
  deleteReply: [403],
  removeReply: [410],
  createWarning: [404, 422],
  createReport: [403, 404, 410, 422],
  claimReview: CLAIMED,
  renewReview: CLAIMED,
  keepPost: [...CLAIMED, 422],
  reopenReview: [409],
  askColleague: CLAIMED,
  createNote: [404, 422],
  createObjection: [403, 409],
  getObjection: [410],
  decideObjection: [410],
  getReplay: [410],
  downloadReplay: FILE,
  getMinimap: FILE,
  getTimeline: [410],
  getThumbnail: [206, 410, 416],
  uploadReplay: UPLOAD,
  getPlayerPreview: [202, 410],
  getPostPreview: [410],
  getClanPreview: [202],
};

/** Calls whose path has a name or an id that need not be known: what is unknown has nothing. */
const NEVER_UNKNOWN: readonly string[] = [
  ...['searchPlayers', 'searchClans', 'listReceivedPosts', 'listSentPosts', 'getKarmaHistory'],
  ...['listBans', 'countReports', 'releaseReview'],
];

/** Answers to a known ETag; these calls have none. */
const WITHOUT_ETAG = /^\/api\/(Auth|Status)\b/;

/** Statuses of failures that any call can meet. */
const EVERYWHERE = [400, 429, 500, 503];

function inferredStatuses(name: string, call: Call): number[] {
  const { access, method, path, params, status, body, multipart } = call;
  const isRead = method === 'GET' && status === 200;
  return [
    ...(isRead && !WITHOUT_ETAG.test(path) ? [304] : []),
    ...(access === 'anyone' ? [] : [401]),
    ...(access === 'anyone' || access === 'signed-in' ? [] : [403]),
    ...(body === undefined && multipart === undefined ? [] : [413, 415]),
    ...(params === undefined ? [] : [414]),
    ...(params === undefined || NEVER_UNKNOWN.includes(name) ? [] : [404]),
    ...(isWrite(call) ? [507] : []),
  ];
}

/** Every status that the call can have, in ascending order. */
export function statusesOf(name: string, call: Call): number[] {
  const all = [call.status, ...EVERYWHERE, ...inferredStatuses(name, call), ...(OTHERS[name] ?? [])];
  return [...new Set(all)].sort((one, two) => one - two);
}
