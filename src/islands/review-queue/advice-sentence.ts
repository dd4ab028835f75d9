/** A code of `Post.advice` as moderators read it. */
export const adviceSentence = (code: string): string => code;
