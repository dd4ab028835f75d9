/** Parses untrusted input, with a readable message for each invalid field. */
import type { core } from 'zod/v4';
import { validationError } from '#api/http/errors.ts';
import { withOwnNames } from '#api/http/names.ts';
import type { z } from '#lib/schemas/zod.ts';

type Issue = core.$ZodIssue;

function tooSmall(issue: Extract<Issue, { code: 'too_small' }>): string {
  if (issue.origin === 'string')
    return Number(issue.minimum) <= 1
      ? 'This field is required.'
      : `The value must be at least ${issue.minimum} characters long.`;
  return `The value must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}.`;
}

function tooBig(issue: Extract<Issue, { code: 'too_big' }>, limit = Infinity): string {
  if (issue.origin === 'string') return `The value must be at most ${issue.maximum} characters long.`;
  if (issue.origin === 'array') return `The list must have at most ${issue.maximum} entries.`;
  const maximum = Math.min(Number(issue.maximum), limit);
  return `The value must be ${issue.inclusive === false ? 'less than' : 'at most'} ${maximum}.`;
}

/** One sentence that says what is wrong with a value. */
function messageOf(issue: Issue, limit?: number): string {
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue, limit);
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'This field is required.'
        : `The value must be of type ${issue.expected}.`;
    case 'invalid_format':
      return "The value doesn't follow the required pattern.";
    case 'invalid_value':
      return `The value must be one of ${issue.values.join(', ')}.`;
    default:
      return 'The value is invalid.';
  }
}

const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

const childrenOf = (item: unknown): [string, unknown][] =>
  typeof item === 'object' && item !== null && !ArrayBuffer.isView(item) ? Object.entries(item) : [];

/**
 * Paths of texts that PostgreSQL cannot store: those with NUL characters or unpaired surrogates. Without recursion, because
 * untrusted input may be nested deeply.
 */
function unstorable(value: unknown): string[] {
  const found: string[] = [];
  const open: [unknown, string][] = [[value, '']];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [item, path] = next;
    if (typeof item === 'string' && isUnstorable(item)) found.push(path);
    for (const [key, child] of childrenOf(item)) open.push([child, path === '' ? key : `${path}.${key}`]);
  }
  return found;
}

/**
 * Parses `input`, whose names may have any letter case; throws a validation error with messages by field. `fallback` is the
 * field of issues without a path. `limits` are the largest numbers that this caller may send, by field, where the schema
 * allows others more: messages name them.
 */
export function parseInput<S extends z.ZodMiniType>(
  schema: S,
  input: unknown,
  fallback: string,
  traceId: string,
  limits: Readonly<Record<string, number>> = {},
): z.output<S> {
  const result = schema.safeParse(withOwnNames(schema, input, traceId), { reportInput: true });
  const found: [path: string, message: string][] = result.success
    ? unstorable(result.data).map((path) => [path, 'The text contains characters that cannot be stored.'])
    : result.error.issues.map((issue) => {
        const path = issue.path.map(String).join('.');
        return [path, messageOf(issue as Issue, limits[path])];
      });
  if (result.success && found.length === 0) return result.data;
  const errors: Record<string, string[]> = {};
  for (const [path, message] of found) {
    const field = path || fallback;
    errors[field] = [...new Set([...(errors[field] ?? []), message])];
  }
  throw validationError(errors, traceId);
}
