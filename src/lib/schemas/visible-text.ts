/** Text from outside that is invisible, or too large for a page. */

/** A visible character: no space, control or default-ignorable character, and no blank glyph. */
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]/u;

/** Whether the text has a visible character (Rule 9.16). */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** Longest cluster shown in full, in UTF-16 units. The longest emoji in use, a family with skin tones, has 19. */
const CLUSTER_MAX_LENGTH = 24;
/** How many code points of a longer cluster are shown. */
const CLUSTER_KEPT = 6;

/** Finds runs that can contain a longer cluster: only the first character of a cluster can be ASCII. */
const SUSPICIOUS = new RegExp(`[^\\s!-~]{${CLUSTER_MAX_LENGTH},}`, 'g');

const shortened = (cluster: string): string =>
  cluster.length > CLUSTER_MAX_LENGTH ? [...cluster].slice(0, CLUSTER_KEPT).join('') : cluster;

/**
 * Shortens clusters that no line can break, such as a letter with a thousand marks or an emoji joined to hundreds of
 * others (Rule 16.10).
 */
export function limitClusters(text: string): string {
  return text.replace(SUSPICIOUS, (run) =>
    Array.from(new Intl.Segmenter().segment(run), ({ segment }) => shortened(segment)).join(''),
  );
}
