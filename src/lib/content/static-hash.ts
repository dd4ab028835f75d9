/**
 * A short fingerprint of an editors' file, the same in Node and in the browser: 32-bit FNV-1a over code points,
 * as hexadecimal. Line ends and outer white space do not count.
 */
export function staticHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const char of text.replaceAll('\r\n', '\n').trim()) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16);
}

/**
 * Whether the text is a piece of HTML rather than a whole page: a server that answers unknown files with a page of the
 * site must not put that page into this one.
 */
export const isFragment = (text: string): boolean => !/<(?:!doctype|html|head|body)\b/i.test(text);
