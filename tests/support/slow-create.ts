/** Sends a create in two parts, so that a test can act in between. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { postDto, postForm, type TestApi } from '#tests/support/api.ts';

const FIRST_PART = 100;

/** A create in progress. */
export interface SlowCreate {
  /** Sends the rest; resolves with the status of the answer. */
  finish(): Promise<number>;
}

/**
 * Sends the first half of a create by `author` about `player` on a connection that is kept alive; resolves once the API
 * has begun to answer it.
 */
export async function beginCreate(
  api: TestApi,
  port: number,
  parties: { author: number; player: number },
): Promise<SlowCreate> {
  const { author, player } = parties;
  const encoded = new Response(postForm(postDto({ author: { id: author }, player: { id: player } })));
  const body = Buffer.from(await encoded.arrayBuffer());
  const socket = connect({ port, host: '127.0.0.1' });
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  const head = [
    'POST /api/post HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${await api.tokenOf(author)}`,
    `Content-Type: ${encoded.headers.get('content-type')}`,
    `Content-Length: ${body.length}`,
  ];
  const begun = once(api.app.server, 'request');
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body.subarray(0, FIRST_PART));
  await begun;
  return {
    async finish() {
      socket.write(body.subarray(FIRST_PART));
      while (!answer.includes('\r\n\r\n')) await once(socket, 'data');
      return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
    },
  };
}
