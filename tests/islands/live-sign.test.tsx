import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PostView } from '#islands/post-view/PostView.tsx';
import { guid, makePost } from '#tests/support/builders.ts';
import { fakePlatform } from '#tests/support/fake-platform.ts';

it('a post that does not exist has no sign of live updates (Rule 14.7)', async () => {
  const sign = () => screen.getAllByRole('status')[0]?.textContent?.trim();
  const platform = fakePlatform(`/posts/${guid(1)}`);
  platform.answer(`GET /api/Post/${guid(1)}`, { model: makePost({ id: guid(1) }) });
  render(<PostView />);
  await waitFor(() => expect(sign()).toBe('Live'));
  platform.answer(`GET /api/Post/${guid(1)}`, undefined, { status: 404 });
  platform.hubs[0]?.emit('deletedPost', guid(1));
  await waitFor(() => expect(screen.queryByText('Sorry, no post was found.')).not.toBeNull());
  expect(sign()).toBe('');
  cleanup();
});
