/** Hub tickets that any process may use: a negotiation and its WebSocket may reach different ones. */
import type { SharedTickets } from 'signalr-server';
import { PREFIX, type RedisLink } from '#api/redis/link.ts';

/** Removes the ticket of its owner, so that it is taken once. */
const TAKE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

const keyOf = (token: string): string => `${PREFIX}ticket:${token}`;

/** Creates the tickets. They reject while Redis is away. */
export const createSharedTickets = ({ commands }: Pick<RedisLink, 'commands'>): SharedTickets => ({
  async put(token, owner, lifetimeMs) {
    await commands.set(keyOf(token), owner, 'PX', lifetimeMs);
  },
  take: async (token, owner) => (await commands.eval(TAKE, 1, keyOf(token), owner)) === 1,
});
