/** Reports and notifications, as tests of decisions send and read them. */
import type { Notification } from '#lib/schemas/notification.ts';
import type { TestApi } from '#tests/support/api.ts';
import { connectHub, readStream } from '#tests/support/hub-client.ts';

/** Reports a post, or its reply. */
export const report = (api: TestApi, postId: string, as: number, fields: object = {}) =>
  api.call('POST', '/api/report', {
    as,
    body: { postId, rule: 'insults', words: '', moment: null, ...fields },
  });

/** Live notifications of an account that it can still read, the oldest first; of any type unless given. */
export function told(api: TestApi, accountId: number, type?: number): Notification[] {
  const events = api.events.map(({ event }) => event);
  const gone = new Set(events.flatMap((event) => (event.type === 'deletedNotification' ? [event.id] : [])));
  const all = events.flatMap((event) => (event.type === 'newNotification' ? [event.notification] : []));
  return all.filter(
    (shown) =>
      shown.accountId === accountId && !gone.has(shown.id) && (type === undefined || shown.type === type),
  );
}

/** The decision that the last live notification of an account links to. */
export const linked = (api: TestApi, accountId: number, type?: number): string =>
  (told(api, accountId, type).at(-1) as { decisionId?: string } | undefined)?.decisionId ?? '';

/** Stored notifications of an account that it has not read. */
export async function pending(api: TestApi, accountId: number): Promise<Notification[]> {
  const { connection } = await connectHub(api, 'notifications', accountId);
  const pairs = (await readStream(connection, 'GetPendingNotifications')) as { item2: Notification }[];
  return pairs.map(({ item2 }) => item2);
}
