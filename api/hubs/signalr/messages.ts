/** Handshake and messages of the JSON hub protocol, versions 1 and 2. */
import { z } from '#lib/schemas/zod.ts';
import type { CloseOptions } from './contract.ts';
import { ProtocolError, writeRecord } from './records.ts';

/** Message types. Other numbers are ignored, so that newer clients can connect. */
export const MESSAGE_TYPE = {
  invocation: 1,
  streamItem: 2,
  completion: 3,
  streamInvocation: 4,
  cancelInvocation: 5,
  ping: 6,
  close: 7,
} as const;

const NameSchema = z.string().check(z.minLength(1));
const callFields = { target: NameSchema, arguments: z._default(z.array(z.unknown()), []) };

/** A call. Without `invocationId` the caller expects no reply. */
const InvocationSchema = z.object({
  type: z.literal(MESSAGE_TYPE.invocation),
  invocationId: z.optional(z.nullable(NameSchema)),
  ...callFields,
});
export type Invocation = z.output<typeof InvocationSchema>;

/** A call whose result is items and a completion. */
const StreamInvocationSchema = z.object({
  type: z.literal(MESSAGE_TYPE.streamInvocation),
  invocationId: NameSchema,
  ...callFields,
});
export type StreamInvocation = z.output<typeof StreamInvocationSchema>;

const ClientMessageSchema = z.discriminatedUnion('type', [
  InvocationSchema,
  StreamInvocationSchema,
  z.object({ type: z.literal(MESSAGE_TYPE.streamItem), invocationId: NameSchema }),
  z.object({ type: z.literal(MESSAGE_TYPE.completion), invocationId: NameSchema }),
  z.object({ type: z.literal(MESSAGE_TYPE.cancelInvocation), invocationId: NameSchema }),
  z.object({ type: z.literal(MESSAGE_TYPE.ping) }),
  z.object({ type: z.literal(MESSAGE_TYPE.close) }),
]);
/** Any message that a client sends. */
export type ClientMessage = z.output<typeof ClientMessageSchema>;

const KNOWN_TYPES: readonly number[] = Object.values(MESSAGE_TYPE);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError('A message was not JSON.', { cause });
  }
}

/** Checks the first record of a client. Throws a ProtocolError unless it requests JSON in version 1 or 2. */
export function checkHandshake(text: string): void {
  const request = z.object({ protocol: z.string(), version: z.int() }).safeParse(parseJson(text));
  if (!request.success) throw new ProtocolError('The handshake request names no protocol and version.');
  const { protocol, version } = request.data;
  if (protocol.toLowerCase() !== 'json')
    throw new ProtocolError(`The protocol '${protocol.slice(0, 40)}' is not supported.`);
  if (version !== 1 && version !== 2)
    throw new ProtocolError(`The server does not support version ${version} of the 'json' protocol.`);
}

/** The first record of the server: empty when the handshake was accepted. */
export function writeHandshakeResponse(error?: string): Buffer {
  return writeRecord(error === undefined ? {} : { error });
}

/** Parses a record; null for an unknown message type. Throws a ProtocolError for anything malformed. */
export function parseMessage(text: string): ClientMessage | null {
  const value = parseJson(text);
  const type = z.object({ type: z.int() }).safeParse(value);
  if (!type.success) throw new ProtocolError('A message had no numeric type.');
  if (!KNOWN_TYPES.includes(type.data.type)) return null;
  const message = ClientMessageSchema.safeParse(value);
  if (!message.success) throw new ProtocolError(`A message of type ${type.data.type} was malformed.`);
  return message.data;
}

/** Keeps a silent connection alive. */
export const PING: Buffer = writeRecord({ type: MESSAGE_TYPE.ping });

/** A call of the client's method `target` that expects no reply. */
export function writeInvocation(target: string, args: readonly unknown[]): Buffer {
  return writeRecord({ type: MESSAGE_TYPE.invocation, target, arguments: args });
}

/** One item of a stream; undefined is sent as null. */
export function writeStreamItem(invocationId: string, item: unknown): Buffer {
  return writeRecord({ type: MESSAGE_TYPE.streamItem, invocationId, item: item ?? null });
}

/** The end of a call: its result (none when undefined) or its error message, never both. */
export function writeCompletion(
  invocationId: string,
  outcome: { result?: unknown } | { error: string },
): Buffer {
  return writeRecord({ type: MESSAGE_TYPE.completion, invocationId, ...outcome });
}

/** The last message of a connection. */
export function writeClose(options: CloseOptions): Buffer {
  return writeRecord({ type: MESSAGE_TYPE.close, ...options });
}
