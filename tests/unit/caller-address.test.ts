/** Which address the rate limits count as the caller's (Rule 17.18). */
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { callerAddress, NO_PROXY, parseTrustedProxies } from '#api/base/trusted-proxies.ts';

const PROXY = '10.0.0.9';
const CLIENT = '192.0.2.7';
const SPOOFED = '203.0.113.66';

function caller(trust: string, peer: string, forwarded?: string): string {
  const request = {
    socket: { remoteAddress: peer },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage;
  return callerAddress(request, parseTrustedProxies(trust) ?? NO_PROXY);
}

describe('The caller of a request', () => {
  test.each([
    ['no proxy is trusted', 'false', CLIENT, SPOOFED],
    ['one hop is trusted', '1', PROXY, `${SPOOFED}, ${CLIENT}`],
    ['two hops are trusted', '2', PROXY, `${SPOOFED}, ${CLIENT}, 10.0.0.8`],
    ['a network is trusted', '10.0.0.0/8', PROXY, `${SPOOFED}, ${CLIENT}, 10.0.0.8`],
    ['a network is trusted that the sender is not in', '10.0.0.0/8', CLIENT, SPOOFED],
    ['an address is trusted', PROXY, PROXY, `${SPOOFED}, ${CLIENT}`],
    ['several networks are trusted', '172.16.0.0/12, 10.0.0.0/8', PROXY, `${SPOOFED}, ${CLIENT}, 172.16.0.1`],
    ['an IPv6 network is trusted', 'fd00::/8', 'fd00::1', `${SPOOFED}, ${CLIENT}`],
    ['loopback is trusted', 'loopback', '::1', `${SPOOFED}, ${CLIENT}`],
    ['private networks are trusted', 'uniquelocal', PROXY, `${SPOOFED}, ${CLIENT}`],
    ['a netmask is trusted', '10.0.0.0/255.0.0.0', PROXY, `${SPOOFED}, ${CLIENT}`],
  ])('is not what the client itself claims when %s', (_, trust, peer, forwarded) => {
    expect(caller(trust, peer, forwarded)).toBe(CLIENT);
  });

  test('is the proxy when it reports no one', () => {
    expect(caller('1', PROXY)).toBe(PROXY);
    expect(caller('10.0.0.0/8', PROXY, ' , ')).toBe(PROXY);
  });

  test.each([
    ['192.0.2.7:50123', CLIENT],
    ['[2001:db8:1:1::1]:50123', '2001:db8:1:1::'],
    ['::ffff:192.0.2.7', CLIENT],
    ['2001:db8:1:1:2:3:4:5', '2001:db8:1:1::'],
    ['fe80::1%eth0', 'fe80::'],
    ['unknown', 'unknown'],
    ['_hidden', 'unknown'],
  ])('reported as %s counts as %s', (reported, counted) => {
    expect(caller('1', PROXY, reported)).toBe(counted);
  });
});
