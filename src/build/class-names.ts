/** Names of classes of CSS modules in pages: `LiveSign-late` is shorter in brotli than a hash, and says where it comes from. */
import { basename } from 'node:path';

const files = new Map<string, string>();

/** The name of a class in the page. Throws when two CSS modules have the same file name. */
export function nameClass(name: string, id: string): string {
  const [file = ''] = id.split('?');
  const stem = basename(file, '.module.css');
  const other = files.get(stem) ?? file;
  if (other !== file) throw new Error(`${file} and ${other} need different names.`);
  files.set(stem, file);
  return `${stem}-${name}`;
}
