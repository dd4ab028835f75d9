/** Messages of the JSON hub protocol, versions 1 and 2. */
import { z } from '#lib/schemas/zod.ts';
import { ProtocolError, writeRecord } from './records.ts';

/** Message types by number; any other is ignored, so that newer clients can connect. */
export const MESSAGE_TYPE = {
  invocation: 1,
  streamItem: 2,
  completion: 3,
  streamInvocation: 4,
  cancelInvocation: 5,
  ping: 6,
  close: 7,
} as const;

const InvocationIdSchema = z.string().check(z.minLength(1));
const TargetSchema = z.string().check(z.minLength(1));
const ArgumentsSchema = z._default(z.array(z.unknown()), []);

/** A call; without `invocationId` the caller wants no reply. */
const InvocationSchema = z.object({
  type: z.literal(MESSAGE_TYPE.invocation),
  invocationId: z.optional(z.nullable(InvocationIdSchema)),
  target: TargetSchema,
  arguments: ArgumentsSchema,
});
export type Invocation = z.output<typeof InvocationSchema>;

/** A call that is answered by any number of items and a completion. */
const StreamInvocationSchema = z.object({
  type: z.literal(MESSAGE_TYPE.streamInvocation),
  invocationId: InvocationIdSchema,
  target: TargetSchema,
  arguments: ArgumentsSchema,
});
export type StreamInvocation = z.output<typeof StreamInvocationSchema>;

const ClientMessageSchema = z.discriminatedUnion('type', [
  InvocationSchema,
  StreamInvocationSchema,
  z.object({ type: z.literal(MESSAGE_TYPE.streamItem), invocationId: InvocationIdSchema }),
  z.object({ type: z.literal(MESSAGE_TYPE.completion), invocationId: InvocationIdSchema }),
  z.object({ type: z.literal(MESSAGE_TYPE.cancelInvocation), invocationId: InvocationIdSchema }),
  z.object({ type: z.literal(MESSAGE_TYPE.ping) }),
  z.object({ type: z.literal(MESSAGE_TYPE.close) }),
]);
/** Any message that a client sends. */
export type ClientMessage = z.output<typeof ClientMessageSchema>;

const KNOWN_TYPES: readonly number[] = Object.values(MESSAGE_TYPE);

/** JSON of one record; throws ProtocolError. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError('A message was not JSON.', { cause });
  }
}

/** One record as a message, null for a type this version does not know. Throws ProtocolError for anything else. */
export function parseMessage(text: string): ClientMessage | null {
  const value = parseJson(text);
  const type = z.object({ type: z.int() }).safeParse(value);
  if (!type.success) throw new ProtocolError('A message had no numeric type.');
  if (!KNOWN_TYPES.includes(type.data.type)) return null;
  const message = ClientMessageSchema.safeParse(value);
  if (!message.success) throw new ProtocolError(`A message of type ${type.data.type} was malformed.`);
  return message.data;
}

/** The keep-alive. */
export const PING: Buffer = writeRecord({ type: MESSAGE_TYPE.ping });

/** A call of the client's method `target` that expects no reply. */
export function writeInvocation(target: string, args: readonly unknown[]): Buffer {
  return writeRecord({ type: MESSAGE_TYPE.invocation, target, arguments: args });
}

/** One item of a stream; an item is never absent on the wire. */
export function writeStreamItem(invocationId: string, item: unknown): Buffer {
  return writeRecord({ type: MESSAGE_TYPE.streamItem, invocationId, item: item ?? null });
}

/** The end of a call: its result (none when undefined) or the sentence of its error, never both. */
export function writeCompletion(
  invocationId: string,
  outcome: { result?: unknown } | { error: string },
): Buffer {
  return writeRecord({ type: MESSAGE_TYPE.completion, invocationId, ...outcome });
}

/** How a connection is closed: with the reason when something was wrong, and whether the client may come back. */
export interface CloseOptions {
  error?: string;
  allowReconnect?: boolean;
}

/** The server's goodbye. */
export function writeClose(options: CloseOptions): Buffer {
  return writeRecord({ type: MESSAGE_TYPE.close, ...options });
}
