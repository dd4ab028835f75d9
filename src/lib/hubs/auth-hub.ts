/** The hub that tells a signed-in user's devices that their sign-in has ended. */
import { type Connection, openConnection } from '#lib/hubs/connection.ts';
import { parseEvent } from '#lib/hubs/events.ts';
import { AccountIdSchema } from '#lib/schemas/common.ts';

/** What the hub's user reacts to. */
export interface AuthHandlers {
  accessToken: () => string;
  /** The seed of this account was renewed: every token from before is invalid. */
  onInvalidated: (accountId: number) => void;
}

/** Opens the auth hub with the user's token. A connection that cannot be opened is logged only (Rule 14.6). */
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
