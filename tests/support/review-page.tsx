/** The screen of the moderators' queue, rendered for Cossack_Mod in front of a scripted API. */
import { userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import type { ReviewEntry, ReviewItem } from '#lib/schemas/review.ts';
import type { Role } from '#lib/schemas/session.ts';
import type { FakePlatform } from '#tests/support/fake-platform.ts';
import { newPage } from '#tests/support/new-page.ts';
import { claimOf, makeEntry, makeItem, scriptQueue, staffParts, titleOf } from '#tests/support/reviews.ts';

/** How the page differs from one with posts 1, 2 and 3 in the tab of posts that no one has reviewed. */
interface Setup {
  entries?: ReviewEntry[];
  /** The answers to claims of posts, by number. */
  items?: readonly [number, Partial<ReviewItem>][];
  roles?: Role[];
  address?: string;
  /** Storage that an earlier page left on the device. */
  device?: Map<string, string>;
  script?: (platform: FakePlatform) => void;
}

/** Opens the page. */
export async function openQueue({
  entries = [makeEntry(1), makeEntry(2), makeEntry(3)],
  items = [],
  roles = ['mod'],
  address = '/moderation?tab=new',
  device = new Map(),
  script = () => {},
}: Setup = {}) {
  const { $reviewChange, fakePlatform, ReviewQueue, settle } = await newPage(() => [
    import('#islands/review-queue/ReviewQueue.tsx'),
    import('#lib/stores/core/notification-feed.ts'),
  ]);
  const ui = await import('@testing-library/react');
  const platform = fakePlatform(address, staffParts(device, roles));
  scriptQueue(platform, entries);
  for (const [number, item] of items) platform.answer(claimOf(number), makeItem(number, item));
  script(platform);
  ui.render(<ReviewQueue />);
  const idle = () => ui.act(settle);
  await idle();
  const heading = () => document.getElementById('item-title');
  return {
    platform,
    device,
    ...ui,
    idle,
    heading,
    /** Waits for the post with this number. */
    shows: (number: number) => expect.poll(() => heading()?.textContent).toContain(titleOf(number)),
    press: async (key: string) => {
      await userEvent.keyboard(key);
      await idle();
    },
    /** A live change of the queue. */
    live: async (change: object) => {
      $reviewChange.set(change);
      await idle();
    },
    /** The form in place of the buttons. */
    form: () =>
      ui.waitFor(() => {
        const form = document.querySelector<HTMLElement>('[data-form]');
        if (form === null) throw new Error('No form is open.');
        return form;
      }),
    /** The field for the sentence to reporters. */
    sentence: () => ui.screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Why it stays/ }),
  };
}

export type QueuePage = Awaited<ReturnType<typeof openQueue>>;
