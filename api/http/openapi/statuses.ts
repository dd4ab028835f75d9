/**
 * The statuses of each call that do not follow from its description. Apart from the descriptions, because pages load
 * those.
 */
import { type Call, isWrite } from '#lib/schemas/call.ts';

const FILE = [206, 302, 404, 410, 416];
const PICTURE = [404];
const UPLOAD = [403, 404, 422];
/** Claimed by another moderator (423), or decided (410). */
const CLAIMED = [404, 410, 423];

/** By the call's name. */
const OTHERS: Readonly<Record<string, readonly number[]>> = {
  startLogin: [403],
  finishLogin: [200, 403, 502],
  getProfile: [404],
  updateProfile: [403, 404, 423],
  searchPlayers: [204],
  getPlayer: [404],
  recalculatePlayer: [404],
  getClan: [404],
  getPost: [404, 410],
  getCooldown: [404],
  createPost: [...UPLOAD, 423],
  updatePost: [403, 404],
  deletePost: [404],
  getModAction: [404],
  listModActions: [204],
  createModAction: [404],
  revertModAction: [404],
  createBan: [404],
  revertBan: [404],
  removeAndBan: [404],
  revertRemoveAndBan: [404],
  saveReply: [403, 404],
  deleteReply: [403, 404],
  removeReply: [404, 410],
  restoreReply: [404],
  createWarning: [404, 422],
  confirmWarning: [404],
  createReport: [403, 404, 410, 422],
  claimReview: CLAIMED,
  renewReview: CLAIMED,
  keepPost: [...CLAIMED, 422],
  reopenReview: [404, 409],
  askColleague: CLAIMED,
  createNote: [404, 422],
  deleteNote: [404],
  openReporter: [404],
  muteReporter: [404],
  getDecision: [404],
  createObjection: [403, 404, 409],
  getObjection: [404, 410],
  decideObjection: [404, 410],
  getReplay: [404, 410],
  downloadReplay: FILE,
  getMinimap: FILE,
  getTimeline: [404, 410],
  getThumbnail: [206, 404, 410, 416],
  getMapPicture: PICTURE,
  uploadReplay: UPLOAD,
  reprocessReplay: [404],
  reprocessMinimap: [404],
  getPlayerPreview: [202, 404, 410],
  getPostPreview: [404, 410],
  getClanPreview: [202, 404],
  getPlayerPicture: PICTURE,
  getPostPicture: PICTURE,
  getClanPicture: PICTURE,
  getPlayerFeed: [404],
};

/** Answers to a known ETag; these calls have none. */
const WITHOUT_ETAG = /^\/api\/(Auth|Status)\b/;

/** Statuses of failures that any call can meet. */
const EVERYWHERE = [400, 429, 500, 503];

function inferredStatuses(call: Call): number[] {
  const { access, method, path, params, status, body, multipart } = call;
  const isRead = method === 'GET' && status === 200;
  return [
    ...(isRead && !WITHOUT_ETAG.test(path) ? [304] : []),
    ...(access === 'anyone' ? [] : [401]),
    ...(access === 'anyone' || access === 'signed-in' ? [] : [403]),
    ...(body === undefined && multipart === undefined ? [] : [413, 415]),
    ...(params === undefined ? [] : [414]),
    ...(isWrite(call) ? [507] : []),
  ];
}

/** Every status that the call can have, in ascending order. */
export function statusesOf(name: string, call: Call): number[] {
  const all = [call.status, ...EVERYWHERE, ...inferredStatuses(call), ...(OTHERS[name] ?? [])];
  return [...new Set(all)].sort((one, two) => one - two);
}
