/** Sends a create in two parts, so that a test can act in between. */
import { once } from 'node:events';
import { connect } from 'node:net';

const FIRST_PART = 100;

/** A create in progress. */
export interface SlowCreate {
  /** Sends the rest; resolves with the status of the answer. */
  finish(): Promise<number>;
  /** Sends all but the end, and breaks the connection off. */
  abort(): void;
}

/**
 * Sends the first part of a create on a connection that is kept alive. Resolves when the API has the request, of which it
 * then waits for the rest.
 */
export async function beginCreate(port: number, token: string, form: FormData): Promise<SlowCreate> {
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const socket = connect({ port, host: '127.0.0.1' });
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  const head = [
    'POST /api/post HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${encoded.headers.get('content-type')}`,
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  while (!answer.includes('100 Continue')) await once(socket, 'data');
  answer = '';
  socket.write(body.subarray(0, FIRST_PART));
  return {
    abort: () =>
      void socket.write(body.subarray(FIRST_PART, -50), () =>
        setTimeout(() => socket.resetAndDestroy(), 200),
      ),
    async finish() {
      socket.write(body.subarray(FIRST_PART));
      while (!answer.includes('\r\n\r\n')) await once(socket, 'data');
      return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
    },
  };
}
