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

/** Sends a request; throws unless the answer is a success. */
export async function sendOk(
  url: string,
  { body, ...options }: http.RequestOptions & { body?: string } = {},
): Promise<TimedAnswer> {
  const sent = performance.now();
  const request = http.request(url, { agent, ...options }).end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const answer = await text(response);
  const { statusCode = 0, headers } = response;
  if (statusCode >= 200 && statusCode < 300) return { headers, text: answer, ms: performance.now() - sent };
  throw new Error(`${options.method ?? 'GET'} ${url}: ${statusCode} ${answer.slice(0, 500)}`);
}

/** Sends a GET request; throws unless the answer is a success. */
export const getOk = (url: string): Promise<TimedAnswer> => sendOk(url);
