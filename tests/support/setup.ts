/**
 * Checks of every vitest test: an unexpected `console.error` or `console.warn` fails it, and so does a connection that its
 * project does not allow. A test that expects a message replaces the console method
 * (`vi.spyOn(console, 'warn').mockImplementation(…)`).
 */
import net from 'node:net';
import { format } from 'node:util';
import { afterEach, beforeEach, expect } from 'vitest';

const offences: string[] = [];

function refuseConsole(method: 'error' | 'warn'): void {
  console[method] = (...values: unknown[]) => {
    offences.push(`console.${method}: ${format(...values)}`);
  };
}

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|::1|\[::1\])$/i;

/** The target of a connection: a path for local sockets, else a host. */
function targetOf(args: unknown[]): { host?: string; path?: string; label: string } {
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (typeof first === 'object' && first !== null) {
    const { host, port, path } = first as { host?: string; port?: number; path?: string | null };
    if (path) return { path, label: path };
    return { host: host ?? 'localhost', label: `${host ?? 'localhost'}:${port}` };
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { path: first, label: first };
  const host = typeof args[1] === 'string' ? args[1] : 'localhost';
  return { host, label: `${host}:${first}` };
}

function isAllowed(target: { host?: string; path?: string }): boolean {
  if (process.env.TEST_NETWORK !== 'loopback') return false;
  return target.path !== undefined || LOOPBACK.test(target.host ?? '');
}

const connect = net.Socket.prototype.connect as (...args: unknown[]) => net.Socket;
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  const target = targetOf(args);
  if (!isAllowed(target)) {
    const problem = `unexpected network request to ${target.label}`;
    offences.push(problem);
    process.nextTick(() => this.destroy(new Error(problem)));
    return this;
  }
  return connect.apply(this, args);
} as typeof net.Socket.prototype.connect;

beforeEach(() => {
  offences.length = 0;
  refuseConsole('error');
  refuseConsole('warn');
});

afterEach(() => {
  const found = offences.splice(0);
  expect(found, 'unexpected console messages or connections').toEqual([]);
});
