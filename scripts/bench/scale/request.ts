/** Requests on connections that stay open, with the milliseconds until the last byte. */
import { once } from 'node:events';
import http from 'node:http';

const agent = new http.Agent({ keepAlive: true });

/** A complete answer; for long lists only their length. */
export interface TimedAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  bytes: number;
  ms: number;
}

const KEPT_BYTES = 4_000_000;

/** Sends a GET request, signed in when a token is given. */
export async function get(url: string, token?: string | null): Promise<TimedAnswer> {
  const sent = performance.now();
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const [response] = (await once(http.get(url, { agent, headers }), 'response')) as [http.IncomingMessage];
  let text = '';
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= KEPT_BYTES) text += chunk.toString('utf8');
  }
  const { statusCode: status = 0 } = response;
  return { status, headers: response.headers, text, bytes, ms: performance.now() - sent };
}

/** The same, but throws unless the answer is a success. */
export async function getOk(url: string, token?: string | null): Promise<TimedAnswer> {
  const answer = await get(url, token);
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new Error(`GET ${url}: ${answer.status} ${answer.text.slice(0, 500)}`);
}
