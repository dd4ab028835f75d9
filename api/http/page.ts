/** Small HTML pages of the API itself: the local sign-in, failed sign-ins and the jobs. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const STYLE = `
:root{color-scheme:light dark;--ink:#10202e;--dim:#4a5c6b;--page:#eef2f5;--card:#fff;--line:#c9d4dc;--accent:#0b5c8f}
@media (prefers-color-scheme:dark){:root{--ink:#e6eef4;--dim:#a3b5c2;--page:#0e1820;--card:#16232e;--line:#31434f;--accent:#7cc4f2}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:1.5rem 1rem;background:var(--page);color:var(--ink);font:1rem/1.5 -apple-system,"Segoe UI",Roboto,"Noto Sans",system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:1.5rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}
h2{margin:1.5rem 0 .5rem;font-size:1.1rem}
p{margin:.5rem 0}
small,.dim{color:var(--dim)}
a{color:var(--accent)}
ul{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}
li a{display:flex;flex-wrap:wrap;gap:.25rem .75rem;justify-content:space-between;padding:.6rem .8rem;border:1px solid var(--line);border-radius:.5rem;text-decoration:none;overflow-wrap:anywhere}
li a:hover{border-color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
form+ul,form+p{margin-top:.75rem}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end}
label{display:grid;gap:.25rem;flex:1 1 12rem}
input,button,.button{font:inherit;min-height:2.75rem;padding:.4rem .8rem;border-radius:.5rem;border:1px solid var(--line);background:var(--page);color:var(--ink)}
button,.button{display:inline-flex;align-items:center;background:var(--accent);border-color:var(--accent);color:var(--card);text-decoration:none;cursor:pointer}
.plain{background:none;color:var(--accent)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.25rem}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  // Browsers request the host's icon; Firefox would report it as blocked.
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that is safe to send. */
export interface Html {
  readonly markup: string;
}

const render = (value: string | number | Html | readonly Html[]): string => {
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
  return 'markup' in value ? value.markup : value.map((part) => part.markup).join('');
};

/** Template tag that escapes every value except markup. */
export function html(
  parts: TemplateStringsArray,
  ...values: (string | number | Html | readonly Html[])[]
): Html {
  return {
    markup: parts.reduce((text, part, index) => text + render(values[index - 1] as string) + part),
  };
}

/** Headers and text of a page that runs no scripts and cannot be cached or framed. */
export function pageOf(title: string, body: Html): { headers: Record<string, string>; text: string } {
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><meta name="robots" content="noindex"><style>${{ markup: STYLE }}</style></head>
<body><main>${body}</main></body>
</html>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'cache-control': 'no-store',
  };
  return { headers, text: page.markup };
}

/** Sends such a page. */
export function sendPage(reply: FastifyReply, status: number, title: string, body: Html): FastifyReply {
  const { headers, text } = pageOf(title, body);
  return reply.code(status).headers(headers).send(text);
}
