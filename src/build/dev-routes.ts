/** Makes the dev server serve dynamic addresses as production servers do, from the route table. */
import type { AstroIntegration } from 'astro';
import { matchRoute } from '#lib/routes.ts';

/** How to handle a request for `url`: redirect it, respond with the shell at a path, or neither. */
export function devTarget(url: string): { redirect?: string; rewrite?: string } {
  const [path = '/', query] = url.split('?', 2);
  const tail = query === undefined ? '' : `?${query}`;
  const match = matchRoute(path);
  if (match.kind === 'redirect') return { redirect: match.location + tail };
  if (match.kind === 'not-found' || Object.keys(match.params).length === 0) return {};
  return { rewrite: `/${match.route.shell.replace(/\/index\.html$/, '')}${tail}` };
}

/** The integration. */
export function devRoutes(): AstroIntegration {
  return {
    name: 'dev-routes',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, response, next) => {
          const { redirect, rewrite } = devTarget(request.url ?? '/');
          if (redirect !== undefined) {
            response.writeHead(302, { location: redirect }).end();
            return;
          }
          if (rewrite !== undefined) request.url = rewrite;
          next();
        });
      },
    },
  };
}
