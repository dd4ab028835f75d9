/** Which addresses of strangers become links. */

const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** Control, zero-width and direction characters: invisible, so they could only deceive. */
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** The text without characters that nobody sees. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/**
 * The address as the browser will follow it, when it is absolute and http, https or mailto; null for every other.
 * One with a user name in it is refused too: it serves to look like another site.
 */
export function safeUrl(address: string): string | null {
  const visible = withoutInvisible(address).trim();
  if (!URL.canParse(visible)) return null;
  const url = new URL(visible);
  return LINK_PROTOCOLS.has(url.protocol) && url.username === '' && url.password === '' ? url.href : null;
}
