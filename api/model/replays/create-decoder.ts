/** Decodes replays in separate threads, because it takes time and the files are untrusted. */

import { hasRepeatedAccount } from 'wows-replay/replay';
import { createThread, type Thread } from '#api/base/thread.ts';
import { sentence, serviceUnavailable, tooManyRequests } from '#api/http/errors.ts';
import {
  type DecodedFile,
  type DecoderAnswer,
  type DecoderData,
  type FileToDecode,
  RefusedReplay,
  type Uploader,
} from '#api/model/replays/decoder.ts';
import {
  DECODER_LIMITS,
  type DecoderLimits,
  DecoderThreads,
  type Result,
} from '#api/model/replays/decoder-threads.ts';
import { createThumbnailThread, type PartiesOfPost, THREAD_LIMITS } from '#api/model/replays/thumbnails.ts';
import type { UploadOutcome } from '#api/operation/upload-counts.ts';
import { misnamed } from '#lib/replay/refusal.ts';
import { asSaved, INVALID_REPLAY, NOT_CIS_FORM } from '#lib/schemas/replay-upload.ts';

/** Seconds: while another file of the account is decoded, and while this machine is too busy. */
const RETRY_AFTER = 5;
const RETRY_AFTER_LATE = 30;

const BUSY = 'Another replay of yours is being checked. Try again in a moment.';
const LATE = 'The server is too busy to check the replay. Try again in a moment.';
const TOO_MUCH_WORK = asSaved('The replay takes too much time or memory to check.');

/** Options of a decoder. */
export interface DecoderOptions extends DecoderData {
  /** Folder with pictures of maps for thumbnails; by default there are none. */
  minimapsFolder?: string | null;
  /** Called when a thumbnail could not be drawn. */
  onUndrawn?: () => void;
  /** Called with the class for which a file is refused. */
  onUnknownClass: (className: string) => void;
  /** Called with each uploaded file's game version, such as `15.4.0`, if it is known. */
  onUpload: (gameVersion: string | null, outcome: UploadOutcome) => void;
  /** By default a thread with a worker. */
  thread?: () => Thread<string, DecoderAnswer>;
  limits?: Partial<DecoderLimits>;
}

/** Decodes files. Both methods reject with a RefusedReplay when the file is not a replay, or malicious (rules 15.3, 15.9). */
export type ReplayDecoder = ReturnType<typeof createReplayDecoder>;

/** Creates the decoder. Its threads start with the first files. */
export function createReplayDecoder(options: DecoderOptions) {
  const { extraClasses, minimapsFolder = null, onUnknownClass, onUpload, limits } = options;
  const startThread = () =>
    createThread<string, DecoderAnswer>({
      script: new URL('./decoder-worker.ts', import.meta.url),
      workerData: { extraClasses } satisfies DecoderData,
      ...THREAD_LIMITS,
    });
  const thumbnails = createThumbnailThread({ minimapsFolder }, () => options.onUndrawn?.());
  const threads = new DecoderThreads(options.thread ?? startThread, { ...DECODER_LIMITS, ...limits });
  /** Accounts with a file that waits or is decoded. */
  const uploading = new Set<string>();

  const fileOf = (answer: Result, isCis = false): DecodedFile => {
    if (answer === 'late') throw serviceUnavailable(LATE, RETRY_AFTER_LATE);
    if (answer === 'failed') throw new RefusedReplay(TOO_MUCH_WORK, 'costly');
    if (answer.ok) return answer.file;
    if (answer.className !== undefined) onUnknownClass(answer.className);
    const refused = new RefusedReplay(answer.reason, answer.cause);
    throw isCis && !refused.isDangerous ? new RefusedReplay(NOT_CIS_FORM, answer.cause) : refused;
  };
  const uploadedFile = (answer: Result, isCis: boolean): DecodedFile => {
    if (answer === 'failed') onUpload(null, 'costly');
    else if (answer !== 'late' && !answer.ok) onUpload(answer.gameVersion, answer.cause);
    const file = fileOf(answer, isCis);
    const { gameVersion = null, source } = file.facts ?? {};
    const refusal = hasRepeatedAccount(file) ? INVALID_REPLAY : misnamed(source, isCis);
    if (refusal !== null) {
      onUpload(gameVersion, 'invalid');
      throw sentence(422, refusal);
    }
    onUpload(gameVersion, source === 'header' ? 'header' : 'stored');
    return file;
  };
  const refuseSecond = ({ account }: Uploader): void => {
    if (uploading.has(account)) throw tooManyRequests(BUSY, RETRY_AFTER);
  };
  return {
    /** Throws 429 while a file of the account is being decoded. Call it before reading another one, which costs time, too. */
    refuseSecond,
    /**
     * Decodes an uploaded file. Rejects with 422 also when a roster lists an account twice (rule 15.11), or when the form is
     * not that of its name (`isCis`, rule 15.13); with 429 while another file of the account is being decoded (rule 17.24).
     */
    async decode(file: FileToDecode, uploader: Uploader, isCis = false): Promise<DecodedFile> {
      const known = threads.known(file.sha256);
      if (known !== null) return uploadedFile(known, isCis);
      refuseSecond(uploader);
      uploading.add(uploader.account);
      try {
        return uploadedFile(await threads.upload(file, uploader), isCis);
      } finally {
        uploading.delete(uploader.account);
      }
    },
    /** Decodes a stored file in the background. A file that was refused before is decoded again. */
    decodeInBackground: async (file: FileToDecode): Promise<DecodedFile> =>
      fileOf(await threads.background(file)),
    /**
     * Draws the thumbnail of a decoded file for a post; null without a timeline, or when it cannot
     * be drawn; 'late' on a busy machine.
     */
    thumbnail: async ({ timeline }: Pick<DecodedFile, 'timeline'>, { authorId, playerId }: PartiesOfPost) =>
      timeline && thumbnails.draw({ timeline, authorId, playerId }),
    async close(): Promise<void> {
      await threads.close();
      await thumbnails.close();
    },
  };
}
