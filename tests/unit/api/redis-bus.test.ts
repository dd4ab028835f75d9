import { expect, test } from 'vitest';
import { createInProcessBus, type HubEvent } from '#api/events/bus.ts';
import { createRedisBus } from '#api/redis/bus.ts';
import type { LinkListener, RedisLink } from '#api/redis/link.ts';

const end = (accountId: number): HubEvent => ({ type: 'seedTokenInvalidated', accountId });

/** A bus on a link whose answers the test gives. */
function start() {
  const sent: { channel: string; text: string; answer: (error?: Error) => void }[] = [];
  let listener: LinkListener | undefined;
  const commands = {
    publish: (channel: string, text: string) =>
      new Promise<number>((resolve, reject) => {
        sent.push({ channel, text, answer: (error) => (error ? reject(error) : resolve(1)) });
      }),
  } as unknown as RedisLink['commands'];
  const link = {
    commands,
    isSubscribed: true,
    listen(_: readonly string[], given: LinkListener) {
      listener = given;
    },
  };
  const invalid: string[] = [];
  const local = createInProcessBus((error) => {
    throw error;
  });
  const bus = createRedisBus(link, local, (channel) => invalid.push(channel));
  const heard: [string, HubEvent][] = [];
  bus.subscribe((...event) => void heard.push(event));
  const arrive = (index: number): void => {
    const { channel, text } = sent[index] as (typeof sent)[number];
    listener?.message(channel, text);
  };
  return { bus, link, sent, heard, invalid, arrive, listener: () => listener as LinkListener };
}

test('listeners get an event of their own process once it arrives from Redis', async () => {
  const { bus, sent, heard, arrive } = start();
  const published = bus.publish('eu', end(1));
  sent[0]?.answer();
  await published;
  expect(heard).toEqual([]);
  arrive(0);
  arrive(0);
  expect(heard).toEqual([['eu', end(1)]]);
});

test('an event that Redis did not confirm is delivered once, even if it arrives later', async () => {
  const { bus, sent, heard, arrive } = start();
  const published = bus.publish('eu', end(1));
  sent[0]?.answer(new Error('Connection is closed.'));
  await published;
  arrive(0);
  expect(heard).toEqual([['eu', end(1)]]);
});

test('an event that arrived before its confirmation was lost is delivered once', async () => {
  const { bus, sent, heard, arrive } = start();
  const published = bus.publish('eu', end(1));
  arrive(0);
  sent[0]?.answer(new Error('Connection is closed.'));
  await published;
  expect(heard).toEqual([['eu', end(1)]]);
});

test('an event is delivered without the subscription that would bring it back', async () => {
  const { bus, link, sent, heard, listener } = start();
  const first = bus.publish('eu', end(1));
  sent[0]?.answer();
  await first;
  link.isSubscribed = false;
  listener().subscriptionsLost();
  const second = bus.publish('eu', end(2));
  sent[1]?.answer();
  await second;
  expect(heard.map(([, event]) => event)).toEqual([end(1), end(2)]);
});

test('other processes get a message of what they missed, once and by region (rule 24.12)', async () => {
  const { bus, sent, listener } = start();
  for (const [index, region] of (['na', 'na'] as const).entries()) {
    const published = bus.publish(region, end(index));
    sent[index]?.answer(new Error('Connection is closed.'));
    await published;
  }
  listener().commandsRestored();
  listener().commandsRestored();
  expect(sent.slice(2).map(({ channel, text }) => [channel, JSON.parse(text).event])).toEqual([
    ['fleet-karma:events:na', { type: 'missed' }],
  ]);
});

test('listeners in all regions get a message when events were missed while the subscription was lost', () => {
  const { heard, listener } = start();
  listener().subscriptionsRestored();
  expect(heard).toEqual(['eu', 'na', 'cis', 'sea'].map((region) => [region, { type: 'missed' }]));
});

test('a message that is no event, or of no region, is reported and dropped', () => {
  const { heard, invalid, listener } = start();
  listener().message('fleet-karma:events:eu', 'hello');
  listener().message('fleet-karma:events:mars', '{"from":"a","id":1,"event":{"type":"missed"}}');
  expect([heard, invalid]).toEqual([[], ['fleet-karma:events:eu', 'fleet-karma:events:mars']]);
});
