import type { AdviceFacts, AuthorFacts } from '#lib/domain/advice/facts.ts';

/** Authors of a gang. */
const GANG = 3;

/** Whether the author and two more, who rated the player alike within 72 hours, have something in common. */
export function isGang(
  { others }: AdviceFacts,
  isAlike: (author: AuthorFacts, other: AuthorFacts) => boolean,
): boolean {
  if (others === undefined) return false;
  const { author, recent } = others;
  const alike = recent.filter((other) => isAlike(author, other)).map(({ id }) => id);
  return new Set([author.id, ...alike]).size >= GANG;
}
