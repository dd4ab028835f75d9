/** Handshake and messages of the JSON hub protocol, versions 1 and 2. */
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

interface Call {
  target: string;
  arguments: readonly unknown[];
  /** The client means to send streams along, which the server does not take. */
  hasStreams: boolean;
}

/** A call. Without an id the caller expects no reply. */
export interface Invocation extends Call {
  type: typeof MESSAGE_TYPE.invocation;
  invocationId: string | null;
}

/** A call whose result is items and a completion. */
export interface StreamInvocation extends Call {
  type: typeof MESSAGE_TYPE.streamInvocation;
  invocationId: string;
}

/** Any message that a client sends and the server acts on. */
export type ClientMessage =
  | Invocation
  | StreamInvocation
  | { type: typeof MESSAGE_TYPE.cancelInvocation; invocationId: string }
  | { type: typeof MESSAGE_TYPE.ping | typeof MESSAGE_TYPE.close };

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a JSON object; none for any other JSON value. */
function parseFields(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch (cause) {
    throw new ProtocolError('A message was not JSON.', { cause });
  }
}

/** Checks the first record of a client. Throws a ProtocolError unless it requests JSON in version 1 or 2. */
export function checkHandshake(text: string): void {
  const { protocol, version } = parseFields(text);
  if (typeof protocol !== 'string' || !Number.isInteger(version))
    throw new ProtocolError('The handshake request names no protocol and version.');
  if (protocol.toLowerCase() !== 'json')
    throw new ProtocolError(`The protocol '${protocol.slice(0, 40)}' is not supported.`);
  if (version !== 1 && version !== 2)
    throw new ProtocolError(`The server does not support version ${version} of the 'json' protocol.`);
}

/** The first record of the server: empty when the handshake was accepted. */
export function writeHandshakeResponse(error?: string): Buffer {
  return writeRecord(error === undefined ? {} : { error });
}

function malformed(type: unknown): ProtocolError {
  return new ProtocolError(`A message of type ${type} was malformed.`);
}

function nameIn(fields: Fields, key: 'target' | 'invocationId'): string {
  const value = fields[key];
  if (typeof value !== 'string' || value === '') throw malformed(fields.type);
  return value;
}

function callIn(fields: Fields): Call {
  const args = fields.arguments ?? [];
  const streamIds = fields.streamIds ?? [];
  if (!Array.isArray(args) || !Array.isArray(streamIds)) throw malformed(fields.type);
  return { target: nameIn(fields, 'target'), arguments: args, hasStreams: streamIds.length > 0 };
}

/** Parses a record; null for a message that the server ignores. Throws a ProtocolError for anything malformed. */
export function parseMessage(text: string): ClientMessage | null {
  const fields = parseFields(text);
  const { type } = fields;
  switch (type) {
    case MESSAGE_TYPE.invocation: {
      const expectsReply = (fields.invocationId ?? null) !== null;
      const invocationId = expectsReply ? nameIn(fields, 'invocationId') : null;
      return { type, invocationId, ...callIn(fields) };
    }
    case MESSAGE_TYPE.streamInvocation:
      return { type, invocationId: nameIn(fields, 'invocationId'), ...callIn(fields) };
    case MESSAGE_TYPE.cancelInvocation:
      return { type, invocationId: nameIn(fields, 'invocationId') };
    case MESSAGE_TYPE.ping:
    case MESSAGE_TYPE.close:
      return { type };
    default:
      if (!Number.isInteger(type)) throw new ProtocolError('A message had no numeric type.');
      return null;
  }
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
