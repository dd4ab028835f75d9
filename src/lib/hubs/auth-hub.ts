/** The hub that notifies a user's devices that their tokens are no longer valid. */
import { type Connection, openConnection } from '#lib/hubs/connection.ts';
import { parseEvent } from '#lib/hubs/events.ts';
import { AccountIdSchema } from '#lib/schemas/common.ts';

/** Token and handlers of the connection. */
export interface AuthHandlers {
  accessToken: () => string;
  /** The seed of this account was renewed, so its earlier tokens are invalid. */
  onInvalidated: (accountId: number) => void;
}

/** Opens the auth hub with the user's token. A connection that fails is only logged (Rule 14.6). */
export function connectAuthHub({ accessToken, onInvalidated }: AuthHandlers): Pick<Connection, 'close'> {
  return openConnection({
    path: '/api/hubs/auth',
    accessToken,
    onStatus: () => {},
    events: {
      seedTokenInvalidated: (value) => {
        const accountId = parseEvent('seedTokenInvalidated', AccountIdSchema, value);
        if (accountId !== undefined) onInvalidated(accountId);
      },
    },
  });
}
