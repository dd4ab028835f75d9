/**
 * A short fingerprint of an editors' file, the same in Node and in browsers: 32-bit FNV-1a over code points, in
 * hexadecimal. Line endings and surrounding white space are ignored.
 */
export function staticHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const char of text.replaceAll('\r\n', '\n').trim()) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16);
}
