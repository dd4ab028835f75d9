/** All sentences under form fields, made from the issues of a schema. */
import { REPLAY_EXTENSION } from '#lib/schemas/replay-upload.ts';
import type { z } from '#lib/schemas/zod.ts';

const REQUIRED = 'This field is required.';
const PATTERN = "The value doesn't follow the required pattern.";
/** The sentence about a file that is not named like a replay. */
export const WRONG_EXTENSION = `The file extension must be ${REPLAY_EXTENSION}.`;
const MEBIBYTE = 1_048_576;

/** A file size in MiB: `5 MiB`. */
export function formatFileSize(bytes: number): string {
  return `${Math.round((bytes / MEBIBYTE) * 100) / 100} MiB`;
}

function tooSmall(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (issue.minimum === 1) return REQUIRED;
  return `The value must be at least ${issue.minimum} characters long.`;
}

function tooBig(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  if (issue.origin === 'file')
    return `The file size must be at most ${formatFileSize(Number(issue.maximum))}.`;
  return `The value must be at most ${issue.maximum} characters long.`;
}

/** By the `params.kind` of the forms' custom checks. */
const CUSTOM: Readonly<Record<string, string>> = {
  required: REQUIRED,
  pattern: PATTERN,
  extension: WRONG_EXTENSION,
  format: 'The format of the specified file is not supported.',
};

/** The sentence of one issue, for a schema's `error` parameter (Rule 9.8). Undefined keeps the schema's own. */
export function formMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return PATTERN;
    case 'invalid_type':
    case 'invalid_value':
      return REQUIRED;
    case 'custom':
      return CUSTOM[String(issue.params?.kind)];
    default:
      return undefined;
  }
}
