/** Requests on connections that stay open, with the milliseconds until the last byte. */
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';

const agent = new http.Agent({ keepAlive: true });

/** A complete answer. */
export interface TimedAnswer {
  headers: http.IncomingHttpHeaders;
  text: string;
  ms: number;
}

/** Sends a GET request; throws unless the answer is a success. */
export async function getOk(url: string): Promise<TimedAnswer> {
  const sent = performance.now();
  const [response] = (await once(http.get(url, { agent }), 'response')) as [http.IncomingMessage];
  const body = await text(response);
  const { statusCode = 0, headers } = response;
  if (statusCode >= 200 && statusCode < 300) return { headers, text: body, ms: performance.now() - sent };
  throw new Error(`GET ${url}: ${statusCode} ${body.slice(0, 500)}`);
}
