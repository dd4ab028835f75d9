/** What benchmarks of the API share: a port of their own, and how numbers are printed. */
import { createServer } from 'node:net';

/** A port of the loopback address that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Two decimals below ten, none above. */
export const number = (value: number): string => value.toFixed(value < 10 ? 2 : 0);
