import { readFileSync, readdirSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { globSync } from 'node:fs';
const dist = process.argv[2]!;
const br = (t: string | Buffer) => brotliCompressSync(t).length;
for (const f of ['posts/index.html', 'player/_/index.html']) {
  const html = readFileSync(`${dist}/eu/${f}`, 'utf8');
  const all = (p: RegExp) => [...html.matchAll(p)].map(m => m[1] ?? '');
  const inl = all(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g).join('\n');
  const forms = all(/(<template data-context[^>]*>[\s\S]*?<\/template>)/g).join('\n');
  const st = all(/<style[^>]*>([\s\S]*?)<\/style>/g).join('\n');
  const mods = new Set(all(/<script[^>]*\bsrc="([^"]+)"/g));
  let s = 0; for (const m of mods) s += br(readFileSync(`${dist}/eu${m}`));
  console.log(f, 'html', br(html) , 'of', f.startsWith('posts') ? 22.2*1024 : 24.4*1024, 'inline+forms', br(inl + '\n' + forms), 'of', 8.7*1024, 'js', s, 'of', 106*1024, 'styles', br(st));
}
const w = readFileSync(`${dist}/eu/sw.js`, 'utf8');
const listed = [...w.matchAll(/\burl:["'`]([^"'`]+)["'`]/g)].map(m => m[1]!);
let t = 0; for (const u of listed) { try { const n = br(readFileSync(`${dist}/eu${u}`)); t += n; if (/Battle|thumb/.test(u)) console.log(u, n); } catch { try { t += br(readFileSync(`${dist}/eu${u}/index.html`)); } catch { console.log('page', u); } } }
console.log('precache', t, 'of', 204 * 1024);
