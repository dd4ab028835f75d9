import { expect, test } from 'vitest';
import { greetRaw, startServer, until } from '../support.ts';

test('500 clients receive 50 broadcasts each, in order', async () => {
  const { url, hubs } = await startServer();
  const clients = await Promise.all(Array.from({ length: 500 }, () => greetRaw(url)));
  const post = { title: 'A title', content: 'x'.repeat(500) };
  for (let number = 0; number < 50; number += 1) hubs[0]?.broadcast('main', 'NewPost', { number, ...post });
  await until(() => clients.every(({ records }) => records.length === 50), 15_000);
  const numbers = ({ records }: { records: unknown[] }) =>
    records.map((message) => (message as { arguments: [{ number: number }] }).arguments[0].number);
  for (const client of clients)
    expect(numbers(client)).toEqual(Array.from({ length: 50 }, (_, index) => index));
});
