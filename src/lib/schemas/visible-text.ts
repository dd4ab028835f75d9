/** Text from outside that shows nothing, or more than a page can hold. */

/** A character that leaves a mark on the screen: no space, no control or default-ignorable character, no blank glyph. */
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]/u;

/** Whether the text shows anything at all; Rule 9.16. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** Longest cluster shown whole, in UTF-16 units. The longest emoji in use, a family with skin tones, has 19. */
const CLUSTER_MAX_LENGTH = 24;
/** Code points kept of a longer one. */
const CLUSTER_KEPT = 6;

/** Where a longer cluster can be: only its first character can be ASCII. */
const SUSPICIOUS = new RegExp(`[^\\s!-~]{${CLUSTER_MAX_LENGTH},}`, 'g');

const shortened = (cluster: string): string =>
  cluster.length > CLUSTER_MAX_LENGTH ? [...cluster].slice(0, CLUSTER_KEPT).join('') : cluster;

/**
 * Shortens clusters that no line can break: a letter with a thousand marks, an emoji joined to hundreds of others.
 * Everything else stays as it is. Rule 16.9.
 */
export function limitClusters(text: string): string {
  return text.replace(SUSPICIOUS, (run) =>
    Array.from(new Intl.Segmenter().segment(run), ({ segment }) => shortened(segment)).join(''),
  );
}
