/** The first record of each side: which hub protocol the client wants, and whether it may have it. */
import { z } from '#lib/schemas/zod.ts';
import { parseJson } from './messages.ts';
import { ProtocolError, writeRecord } from './records.ts';

const PROTOCOL = 'json';
const VERSIONS: readonly number[] = [1, 2];

const HandshakeSchema = z.object({ protocol: z.string(), version: z.int() });

/** Accepts the JSON protocol in versions 1 and 2; throws ProtocolError with the sentence for the client. */
export function acceptHandshake(text: string): void {
  const request = HandshakeSchema.safeParse(parseJson(text));
  if (!request.success) throw new ProtocolError('The handshake request names no protocol and version.');
  const { protocol, version } = request.data;
  if (protocol.toLowerCase() !== PROTOCOL) {
    throw new ProtocolError(`The protocol '${protocol.slice(0, 40)}' is not supported.`);
  }
  if (!VERSIONS.includes(version)) {
    throw new ProtocolError(`The server does not support version ${version} of the '${PROTOCOL}' protocol.`);
  }
}

/** The answer to a handshake: empty when accepted. */
export function writeHandshakeResponse(error?: string): Buffer {
  return writeRecord(error === undefined ? {} : { error });
}
