/** Decides which addresses in texts from outside become links. */

const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** Control, zero-width and direction characters, which can disguise an address. */
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** The text without invisible characters. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/**
 * The address in the browser's spelling if it is absolute and http, https or mailto; otherwise null. An address with a user
 * name is refused, too: it can look like one of another site.
 */
export function safeUrl(address: string): string | null {
  const visible = withoutInvisible(address).trim();
  if (!URL.canParse(visible)) return null;
  const url = new URL(visible);
  return LINK_PROTOCOLS.has(url.protocol) && url.username === '' && url.password === '' ? url.href : null;
}
