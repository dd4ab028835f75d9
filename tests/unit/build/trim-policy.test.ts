import { describe, expect, it } from 'vitest';
import { policyHash } from '../../../src/build/inline.ts';
import { withTrimmedPolicy } from '../../../src/build/trim-policy.ts';

const page = (hashes: string[], body: string) =>
  `<meta charset="utf-8"><script src="/early.js"></script><meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'self' ${hashes.join(' ')}; style-src 'self' ${hashes.join(' ')};">${body}`;
const quoted = (text: string) => `'${policyHash(text)}'`;

describe('The policy of one page', () => {
  it('keeps the hashes of this page and drops those of other pages', () => {
    const [script, style, elsewhere] = ['go()', 'p{color:red}', 'other()'].map(quoted) as [
      string,
      string,
      string,
    ];
    const body =
      '<script type="module">go()</script><style>p{color:red}</style><script src="/x.js"></script>';
    const html = withTrimmedPolicy(page([script, style, elsewhere], body));
    expect(html).toContain(`script-src 'self' ${script} ${style};`);
    expect(html).not.toContain(elsewhere);
    expect(html).toContain(body);
  });

  it('is placed before the first script, right after the character set', () => {
    const html = withTrimmedPolicy(page([], '<p>text</p>'));
    expect(html).toMatch(
      /^<meta charset="utf-8"><meta http-equiv="content-security-policy" content="[^"]*"><script/,
    );
    expect(html.match(/content-security-policy/g)).toHaveLength(1);
  });

  it('stops the build when a page has no policy', () => {
    expect(() => withTrimmedPolicy('<meta charset="utf-8"><p>text</p>')).toThrow(/no policy/);
  });

  it('stops the build when the policy would block a script of the page', () => {
    expect(() => withTrimmedPolicy(page([], '<script>go()</script>'))).toThrow(/lacks/);
  });
});
