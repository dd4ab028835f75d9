/** Parses error bodies: problem details, business rules, plain sentences, or none. */
import { type Problem, ProblemSchema } from '#lib/schemas/problem.ts';

/** A parsed error body. */
export interface ErrorBody {
  message: string;
  problem: Problem | null;
}

const STATUS_PHRASES: Readonly<Record<number, string>> = {
  400: 'The request was refused. Check what you entered and try again.',
  401: 'You are no longer signed in. Sign in and try again.',
  403: 'You are not allowed to do this.',
  404: 'It was not found.',
  408: 'The server took too long to answer. Try again in a moment.',
  409: 'It was changed in the meantime. Reload and try again.',
  410: 'It has been removed.',
  413: 'The file is too large.',
  415: 'The server does not accept this kind of file.',
  422: 'The file could not be read.',
  423: 'You have to wait before doing this again.',
  429: 'Too many requests. Wait a moment and try again.',
  503: 'The service is not available right now. Try again in a moment.',
};

/** Longest sentence taken from a plain-text body. */
const SENTENCE_MAX_LENGTH = 300;

/** The sentence for a status whose body has none. */
export function statusPhrase(status: number): string {
  const phrase = STATUS_PHRASES[status];
  if (phrase !== undefined) return phrase;
  return status >= 500
    ? 'Something went wrong on our side. Try again in a moment.'
    : 'The request was refused. Reload the page and try again.';
}

const asRecord = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;

/** The trimmed texts among the values that are not blank. */
const texts = (values: readonly unknown[]): string[] =>
  values.flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : []));

/** The first item of the first array in the record that begins with a text. */
function firstMessage(record: Record<string, unknown> | null): string | undefined {
  return texts(Object.values(record ?? {}).map((value) => Array.isArray(value) && value[0]))[0];
}

function titleAndDetail(record: Record<string, unknown> | null): string {
  const parts = texts([record?.title, record?.detail]);
  return parts.join(parts[0]?.endsWith('.') ? ' ' : ': ');
}

function sentence(contentType: string, text: string): string {
  const trimmed = text.trim();
  const isMarkup = contentType.includes('html') || contentType.includes('json') || /^[<{[]/.test(trimmed);
  return isMarkup ? '' : trimmed.slice(0, SENTENCE_MAX_LENGTH);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The message of a refusal (4xx); empty when it has none. */
function refusalOf(json: unknown, contentType: string, text: string): string {
  const record = asRecord(json);
  return (
    firstMessage(asRecord(record?.errors)) ||
    firstMessage(record) ||
    titleAndDetail(record) ||
    (typeof json === 'string' ? json.trim().slice(0, SENTENCE_MAX_LENGTH) : '') ||
    sentence(contentType, text)
  );
}

/** The message of a fault (5xx): its title alone, because production puts a stack trace into the detail. */
const faultOf = (json: unknown): string =>
  texts([asRecord(json)?.title])[0]?.slice(0, SENTENCE_MAX_LENGTH) ?? '';

/**
 * Parses an error body. The message is the first of these that exists: `errors.<field>[0]`, the first array of strings,
 * title and detail, plain text, the sentence for the status. Of a 5xx only the title counts (Rule 16.13).
 */
export function readErrorBody(status: number, contentType: string, text: string): ErrorBody {
  const json = parseJson(text);
  const message = status >= 500 ? faultOf(json) : refusalOf(json, contentType, text);
  return { message: message || statusPhrase(status), problem: ProblemSchema.safeParse(json).data ?? null };
}
