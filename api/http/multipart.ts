/** Multipart bodies: a JSON field and a file, within limits. */
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { problem, validationError } from '#api/http/errors.ts';

/** Largest text field, in bytes: several times the longest post. */
const FIELD_MAX_BYTES = 64 * 1024;

/** An uploaded file, whole in memory. */
export interface UploadedFile {
  /** As the client named it; not to be trusted. */
  name: string;
  bytes: Buffer;
}

/** The parts of a body by name; of repeated ones the last counts. */
export interface MultipartBody {
  fields: Map<string, string>;
  files: Map<string, UploadedFile>;
}

const tooLarge = (maxBytes: number) =>
  problem(413, { detail: `The file size must be at most ${maxBytes / 1024 / 1024} MiB.` });

async function readFile(part: MultipartFile, maxBytes: number): Promise<UploadedFile | null> {
  const chunks: Buffer[] = [];
  // At once: the rest of the file may never come.
  part.file.once('limit', () => part.file.destroy(tooLarge(maxBytes)));
  for await (const chunk of part.file) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  // A file field that was left empty.
  return bytes.length === 0 && !part.filename ? null : { name: part.filename ?? '', bytes };
}

async function addPart(body: MultipartBody, part: Multipart, maxBytes: number): Promise<void> {
  if (part.type === 'field') {
    body.fields.set(part.fieldname, String(part.value));
    return;
  }
  const file = await readFile(part, maxBytes);
  if (file !== null) body.files.set(part.fieldname, file);
}

/** Longest boundary that RFC 2046 allows; the parser throws a plain error far beyond it. */
const BOUNDARY_MAX_LENGTH = 70;

function checkBoundary(request: FastifyRequest): void {
  const boundary = /;\s*boundary=("[^"]*"|[^;]*)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? '';
  if (boundary.replaceAll('"', '').trim().length > BOUNDARY_MAX_LENGTH)
    throw validationError(
      { body: [`The boundary of the form must be at most ${BOUNDARY_MAX_LENGTH} characters long.`] },
      request.id,
    );
}

/** Errors of the parser, as this API answers them. */
function known(error: unknown, request: FastifyRequest, maxBytes: number): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxBytes);
  if (code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return problem(415, { detail: 'The request body must be multipart/form-data.' });
  if (code?.startsWith('FST_') && statusCode !== undefined) return problem(statusCode);
  const fromParser = error instanceof Error && /multipart|form|boundary|part|header/i.test(error.message);
  return fromParser ? validationError({ body: ['The form is not complete.'] }, request.id) : error;
}

/** Reads the whole body; 413 for a file beyond `maxFileBytes`, 415 for another type, 400 for a broken one. */
export async function readMultipart(request: FastifyRequest, maxFileBytes: number): Promise<MultipartBody> {
  const body: MultipartBody = { fields: new Map(), files: new Map() };
  try {
    checkBoundary(request);
    const limits = { fileSize: maxFileBytes, files: 2, fields: 10, parts: 12, fieldSize: FIELD_MAX_BYTES };
    for await (const part of request.parts({ limits })) await addPart(body, part, maxFileBytes);
  } catch (error) {
    // Clients read the answer once their upload went somewhere; the request's time limit bounds that.
    request.raw.resume();
    throw known(error, request, maxFileBytes);
  }
  return body;
}

/** A JSON part, sent as text or as a file of type JSON; 400 when it is missing or no JSON. */
export function jsonPart(body: MultipartBody, name: string, traceId: string): unknown {
  const text = body.fields.get(name) ?? body.files.get(name)?.bytes.toString('utf8');
  if (text === undefined) throw validationError({ [name]: ['This field is required.'] }, traceId);
  try {
    return JSON.parse(text);
  } catch {
    throw validationError({ [name]: ['The value is not valid JSON.'] }, traceId);
  }
}
