import { HttpError } from '#lib/client/errors.ts';

/** True for the failure of a call that may nevertheless have done its work: nothing said that it was refused. */
export function mayHaveArrived(error: unknown): boolean {
  return !(error instanceof HttpError) || error.status >= 500;
}
