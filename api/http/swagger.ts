/** The API page at `/swagger`, with the document at `/swagger/json`. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../package.json' with { type: 'json' };

/** Swagger UI styles itself from scripts and draws data: images; nothing else is let in. */
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

/** Registers the document; to be called before the routes it describes. */
export async function installSwagger(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fleet Karma regional API',
        description:
          'One region’s players, clans, posts, replays and moderation. The host decides the region.',
        version: packageJson.version,
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          cookie: { type: 'apiKey', in: 'cookie', name: 'Auth_EU' },
        },
      },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/swagger',
    uiConfig: { docExpansion: 'list', deepLinking: true },
    // The bar on top shows another product's logo.
    theme: {
      title: 'Fleet Karma regional API',
      css: [{ filename: 'fleet-karma.css', content: '.swagger-ui .topbar { display: none }' }],
    },
    staticCSP: CONTENT_SECURITY_POLICY,
  });
}
