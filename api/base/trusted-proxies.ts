/** The address of a request's sender: the connection's, or the address that trusted proxies report. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { normalizeIP } from '@fastify/rate-limit';

/** Whether the sender at `address`, `hop` steps away from this process, is a trusted proxy. */
export type TrustedProxies = (address: string, hop: number) => boolean;

/** No proxy: headers about the caller are ignored. */
export const NO_PROXY: TrustedProxies = () => false;

/** Most proxies in a row. More are a mistake, which would trust what the caller sends. */
const HOPS_MAX = 9;
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

const isNetwork = (text: string): boolean =>
  NAMED_NETWORKS.includes(text) || isIP(text.split('/', 1)[0] ?? '') !== 0;

/**
 * Parses a number of hops (`1`), or addresses and networks of proxies (`10.0.0.0/8, loopback`); null for anything else.
 * Networks are compared with each sender. A number only counts senders, so every request must pass that many proxies.
 */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  if (text === 'false' || text === '0') return NO_PROXY;
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops <= HOPS_MAX ? (_address, hop) => hop < hops : null;
  }
  const networks = text.split(',').map((part) => part.trim());
  if (!networks.every(isNetwork)) return null;
  try {
    return proxyAddr.compile(networks);
  } catch {
    return null;
  }
}

/** `192.0.2.1:443` and `[2001:db8::1]:443`, as some proxies write an address. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;

/**
 * The address of a caller, as rate limits count callers: an IPv4 address, or the network of an IPv6 address, of 64 bits unless
 * given. All callers behind a proxy that hides them count as one, 'unknown'.
 */
export function callerAddress(request: IncomingMessage, trusted: TrustedProxies, bits = 64): string {
  const sender = proxyAddr(request, trusted) ?? '';
  const [, bracketed, plain] = WITH_PORT.exec(sender) ?? [];
  // Without the zone, which names a local network interface.
  const address = (bracketed ?? plain ?? sender).split('%', 1)[0] ?? '';
  return isIP(address) === 0 ? 'unknown' : normalizeIP(address, bits);
}
