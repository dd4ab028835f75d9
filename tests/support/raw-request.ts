/** Requests that reach a server exactly as written: `fetch` would normalize the path and decompress the body. */
import http, { type IncomingHttpHeaders } from 'node:http';

/** A server's answer, still compressed. */
export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request to a port of this machine, from `localAddress`. `headers` may name a host. */
export function rawRequest(
  port: number,
  path: string,
  {
    headers = {},
    method = 'GET',
    body,
    localAddress = '127.0.0.1',
  }: { headers?: Record<string, string>; method?: string; body?: Buffer; localAddress?: string } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', localAddress, port, path, method, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
        response.on('error', reject);
      },
    );
    request.on('error', reject).end(body);
  });
}
