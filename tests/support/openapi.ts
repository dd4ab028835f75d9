/** Reads the OpenAPI document in tests. */
import { documentedPath, openApiDocument } from '#api/http/openapi/document.ts';
import type { Call } from '#lib/schemas/call.ts';
import type { Answer } from '#tests/support/api.ts';

/** An answer of the document. */
export interface DescribedAnswer {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: Record<string, unknown> }>;
}

/** A call of the document. */
export interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  responses: Record<string, DescribedAnswer | { $ref: string }>;
}

/** The parts of the document that tests read. */
export interface ApiDocument {
  openapi: string;
  servers: { url: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Record<string, unknown>>;
    headers: Record<string, unknown>;
    responses: Record<string, DescribedAnswer>;
    securitySchemes: { cookie: { name: string } };
  };
}

/** The document without a host. */
export const apiDocument = (): ApiDocument => openApiDocument() as unknown as ApiDocument;

/** A call's answer with a status, also where it is the same for all calls. */
export function responseOf({ responses }: Operation, status: number): DescribedAnswer | undefined {
  const response = responses[status];
  if (response === undefined || !('$ref' in response)) return response;
  return apiDocument().components.responses[response.$ref.replace(/^.*\//, '')];
}

/** Whether the document has the status of an answer and, unless it is empty, the type of its body. */
export function describes({ path, method }: Call, { status, headers, text }: Answer): boolean {
  const operation = apiDocument().paths[documentedPath(path)]?.[method.toLowerCase()];
  const described = operation && responseOf(operation, status);
  const [type = ''] = String(headers['content-type'] ?? '').split(';', 1);
  return described !== undefined && (text === '' || described.content?.[type] !== undefined);
}
