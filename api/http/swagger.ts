/** The API page at `/swagger`, with the document at `/swagger/json`. */
import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiConfig } from '#api/config/load-config.ts';
import { type ApiOrigins, openApiDocument } from '#api/http/openapi/document.ts';
import { regionOfHost } from '#lib/regions.ts';

/** Swagger UI needs inline styles and data: images. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Addresses in the original API, which clients and bookmarks may have. */
const FORMER: Readonly<Record<string, string>> = {
  '/swagger/0.17.5/swagger.json': '/swagger/json',
  '/swagger/index.html': '/swagger/',
};

type Config = Pick<ApiConfig, 'regions' | 'apiOrigins'>;

/** The public origins of the served regions. Without configured ones, the origin of the request is the only known one. */
function originsFor({ regions, apiOrigins }: Config, request: FastifyRequest): ApiOrigins {
  const own = regionOfHost(request.headers.host, regions);
  if (apiOrigins === null) return { [own]: `${request.protocol}://${request.headers.host}` };
  return Object.fromEntries(regions.map((region) => [region, apiOrigins[region]]));
}

/** Registers page and document, and redirects from their former addresses. */
export async function installSwagger(app: FastifyInstance, config: Config): Promise<void> {
  // The plugin's types know no OpenAPI 3.1 here.
  const document = openApiDocument() as unknown as StaticDocumentSpec['document'];
  await app.register(swagger, { mode: 'static', specification: { document } });
  await app.register(swaggerUi, {
    routePrefix: '/swagger',
    uiConfig: { docExpansion: 'list', deepLinking: true },
    transformSpecification: (_document, request) =>
      openApiDocument(regionOfHost(request.headers.host, config.regions), originsFor(config, request)),
    transformSpecificationClone: false,
    // Hides the top bar with the logo of another product.
    theme: {
      title: 'Fleet Karma regional API',
      css: [{ filename: 'fleet-karma.css', content: '.swagger-ui .topbar { display: none }' }],
    },
    staticCSP: CONTENT_SECURITY_POLICY,
  });
  for (const [former, address] of Object.entries(FORMER))
    app.get(former, async (_request, reply) => reply.redirect(address, 301));
}
