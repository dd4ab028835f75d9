/** The hub that notifies a signed-in user's devices when their sign-in ends. */
import { type Connection, openConnection, parseEvent } from '#lib/hubs/connection.ts';
import { AccountIdSchema } from '#lib/schemas/common.ts';

/** Callbacks of the auth hub. */
export interface AuthHandlers {
  accessToken: () => string;
  /** The seed of this account was renewed: all its earlier tokens are invalid. */
  onInvalidated: (accountId: number) => void;
}

/** Opens the auth hub with the user's token. A connection that cannot be opened is only logged (Rule 14.6). */
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
