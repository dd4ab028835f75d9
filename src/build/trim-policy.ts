/**
 * Keeps in each page's policy only the hashes of what that page contains. Astro lists those of the whole site, which are
 * 1.5 KB of random text that doesn't compress. The policy also moves before the first script, since it governs only what
 * follows it.
 */
import { parse } from 'ultrahtml';
import { querySelectorAll } from 'ultrahtml/selector';
import { policyHash } from './inline.ts';

const POLICY = /<meta http-equiv="content-security-policy" content="([^"]*)"\s*\/?>/i;
/** Must come first, so that browsers find it in the first bytes. */
const CHARSET = /<meta charset="utf-8"\s*\/?>/i;

/**
 * The page with a policy right after its character set that has the hashes of this page's inline scripts and styles only.
 * Throws when a script or style has no hash, and when the page has no policy or character set.
 */
export function withTrimmedPolicy(html: string): string {
  const inline = querySelectorAll(parse(html), 'script, style').filter(
    ({ attributes }) => !('src' in attributes),
  );
  const hashes = new Set(inline.map(({ children }) => `'${policyHash(children[0]?.value ?? '')}'`));
  const policy = POLICY.exec(html)?.[1];
  if (policy === undefined || !CHARSET.test(html))
    throw new Error('A page has no policy, or no character set to put it after.');
  for (const hash of hashes)
    if (!policy.includes(hash))
      throw new Error(`The policy lacks ${hash}, so part of the page would not run.`);
  const trimmed = policy.replace(/ 'sha256-[^']+'/g, (hash) => (hashes.has(hash.trim()) ? hash : ''));
  const meta = `<meta http-equiv="content-security-policy" content="${trimmed}">`;
  return html.replace(POLICY, '').replace(CHARSET, (charset) => charset + meta);
}
