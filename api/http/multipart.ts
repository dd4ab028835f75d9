/** Reads multipart bodies: fields and one replay, within limits. The file is written to disk as it arrives. */
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { MultipartFile as Part } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { diskProblem, isDiskFull } from '#api/base/failures.ts';
import type { FileStore, IncomingFile } from '#api/files/store.ts';
import { FORM_MAX_BYTES, failBody } from '#api/http/bodies.ts';
import { ApiError, problem, validationError } from '#api/http/errors.ts';
import { ownName, sameName } from '#api/http/names.ts';
import { REPLAY_MAX_BYTES } from '#lib/schemas/replay-upload.ts';

/** Largest text, in bytes: several times the longest post. */
const TEXT_MAX_BYTES = 64 * 1024;

/** An uploaded file on disk. */
export interface UploadedFile {
  /** The client's name for it; untrusted. */
  name: string;
  content: IncomingFile;
}

/** The parts of a body, texts as UTF-8; the last one of a name wins. Disposing removes the file unless it was kept. */
export interface MultipartBody extends AsyncDisposable {
  fields: Map<string, string>;
  file: UploadedFile | null;
}

/** Name of the part that holds the file. Other parts are fields. */
const FILE_PART = 'replay';

const tooLarge = (maxBytes: number, what = 'file size') =>
  problem(413, { detail: `The ${what} must be at most ${maxBytes / 1024 / 1024} MiB.` });

/** Refuses a form that is larger than its parts may be together. */
function limitForm(request: IncomingMessage): void {
  let size = 0;
  request.on('data', function count({ length }: Buffer) {
    size += length;
    if (size <= FORM_MAX_BYTES) return;
    request.off('data', count);
    failBody(request, tooLarge(FORM_MAX_BYTES, 'form'));
  });
}

/** A part's bytes; throws 413 beyond the limit. */
async function* limited(part: Part, maxBytes: number, what?: string): AsyncGenerator<Buffer> {
  let size = 0;
  // Not at the end of the file, which may never arrive.
  part.file.once('limit', () => part.file.destroy(tooLarge(maxBytes)));
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes, what);
    yield chunk;
  }
}

/** The parts of a call, by name: how each was sent, or null. */
type Parts = Map<string, string | null>;

/** The call's name of a part; throws 400 for a part that it does not have, and for a second spelling. */
function nameOf({ fieldname = '' }: Part, parts: Parts, traceId: string): string {
  const name = ownName([...parts.keys()], fieldname);
  if (name === undefined) {
    const sentence = `This call has no such part. It has ${[...parts.keys()].join(' and ')}.`;
    throw validationError({ [fieldname]: [sentence] }, traceId);
  }
  const sent = parts.get(name) ?? fieldname;
  if (sent !== fieldname) throw sameName(name, [sent, fieldname], traceId);
  parts.set(name, sent);
  return name;
}

async function addPart(body: MultipartBody, part: Part, name: string, store: FileStore): Promise<void> {
  if (name !== FILE_PART) {
    body.fields.set(name, (await buffer(limited(part, TEXT_MAX_BYTES, 'text'))).toString());
  } else {
    const content = await store.receive(limited(part, REPLAY_MAX_BYTES));
    const previous = body.file;
    // Browsers send an empty part without a name when no file was chosen.
    const isEmpty = content.size === 0 && !part.filename;
    body.file = isEmpty ? previous : { name: part.filename ?? '', content };
    await (isEmpty ? content : previous?.content)?.[Symbol.asyncDispose]();
  }
}

/** Longest boundary that RFC 2046 allows. The parser throws an unspecific error for much longer ones. */
const BOUNDARY_MAX_LENGTH = 70;

function checkBoundary(request: FastifyRequest): void {
  const boundary = /;\s*boundary=("[^"]*"|[^;]*)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? '';
  if (boundary.replaceAll('"', '').trim().length > BOUNDARY_MAX_LENGTH)
    throw validationError(
      { body: [`The boundary of the form must be at most ${BOUNDARY_MAX_LENGTH} characters long.`] },
      request.id,
    );
}

/** Translates errors of the parser and of the disk into answers. */
function known(error: unknown, request: FastifyRequest): unknown {
  if (error instanceof ApiError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(REPLAY_MAX_BYTES);
  if (code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return problem(415, { detail: 'The request body must be multipart/form-data.' });
  const disk = diskProblem(error);
  if (disk !== null) {
    request.log.error({ err: error }, `an uploaded file could not be stored in FILES_DIR: ${disk}`);
    return isDiskFull(error)
      ? problem(507, { detail: 'The server’s disk is full, so files cannot be stored. Try again later.' })
      : problem(503, { detail: 'Files cannot be stored right now. Try again later.' });
  }
  if (code?.startsWith('FST_') && statusCode !== undefined) return problem(statusCode);
  const fromParser = error instanceof Error && /multipart|form|boundary|part|header/i.test(error.message);
  return fromParser ? validationError({ body: ['The form is incomplete.'] }, request.id) : error;
}

/**
 * Reads the whole body, with parts of these names in any letter case. Throws 413 for a file over its limit, 415 for another
 * content type, 400 for a malformed form or another part, 507 when the disk is full, 503 when the file cannot be written for
 * another reason.
 */
export async function readMultipart(
  request: FastifyRequest,
  store: FileStore,
  names: readonly string[],
): Promise<MultipartBody> {
  const body: MultipartBody = {
    fields: new Map(),
    file: null,
    [Symbol.asyncDispose]: async () => body.file?.content[Symbol.asyncDispose](),
  };
  try {
    checkBoundary(request);
    const limits = { fileSize: REPLAY_MAX_BYTES, parts: 12 };
    const parts: Parts = new Map(names.map((name) => [name, null]));
    // The parser would parse JSON by itself, and cut long texts.
    const each = request.parts({ limits, isPartAFile: () => true }) as AsyncIterable<Part>;
    limitForm(request.raw);
    for await (const part of each) await addPart(body, part, nameOf(part, parts, request.id), store);
  } catch (error) {
    await body[Symbol.asyncDispose]();
    throw known(error, request);
  }
  return body;
}

/** Parses a JSON part, with a byte-order mark or without; 400 when it is missing or not JSON. */
export function jsonPart(body: MultipartBody, name: string, traceId: string): unknown {
  const text = body.fields.get(name);
  if (text === undefined) throw validationError({ [name]: ['This field is required.'] }, traceId);
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw validationError({ [name]: ['The value is not valid JSON.'] }, traceId);
  }
}
