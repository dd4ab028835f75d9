/** The caption of a battle's thumbnail (Rule 30.61), without the schemas, because scripts of pages use it, too. */
import type { Battle } from '#lib/schemas/replay.ts';

type Pictured = Pick<Battle, 'thumbnail'> & Record<'author' | 'player', object | null>;

/** The ships in the picture, with when each sank and who sank it. Without that information, the ships that are known. */
export function captionOf({ thumbnail, ...ships }: Pictured) {
  const shown = thumbnail?.shown;
  return (['author', 'player'] as const).flatMap((part) => {
    if (!(shown ?? ships)[part]) return [];
    const sinking = shown?.sinkings?.find(({ of }) => of === part);
    if (!sinking) return { part, sunk: '', by: '' };
    const { at, left, by } = sinking;
    const sunk = `sunk ${left ? `with ${at} left` : `at ${at}`}`;
    return by ? { part, sunk: `${sunk}, `, by: `by ${by.username}` } : { part, sunk, by: '' };
  });
}
