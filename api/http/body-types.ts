/** Request bodies: JSON under each of its names, and forms. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Also the literal `application/*+json`, which production's own documents name. */
const JSON_TYPES = /^(text\/json|application\/[^;\s]*\+json)\s*(;|$)/i;

/** Registers the parsers; `application/json` is the framework's own. */
export function installBodyTypes(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request: FastifyRequest, body, done) => done(null, new URLSearchParams(body as string)),
  );
  app.addContentTypeParser(JSON_TYPES, { parseAs: 'string' }, (request: FastifyRequest, body, done) =>
    parse(request, body as string, done),
  );
}
