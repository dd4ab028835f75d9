/** The API page at `/swagger`, with the document at `/swagger/json`. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../package.json' with { type: 'json' };

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

/** Registers page and document; must be called before the routes that it describes. */
export async function installSwagger(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fleet Karma regional API',
        description:
          'Players, clans, posts, replays and moderation of one region. The host determines the region.',
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
    // Hides the top bar with the logo of another product.
    theme: {
      title: 'Fleet Karma regional API',
      css: [{ filename: 'fleet-karma.css', content: '.swagger-ui .topbar { display: none }' }],
    },
    staticCSP: CONTENT_SECURITY_POLICY,
  });
}
