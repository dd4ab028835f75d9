/** A failure that the user can fix: one sentence, no stack. */
export class PlainFailure extends Error {}
