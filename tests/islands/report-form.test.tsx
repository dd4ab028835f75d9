/** Reports of posts: the form, and what the post's page then says. */
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { ReportForm } from '#islands/post-editor/ReportForm.tsx';
import { OwnReport } from '#islands/post-view/OwnReport.tsx';
import { runtime } from '#lib/runtime.ts';
import { onModerated } from '#lib/stores/posts/moderated.ts';
import { leaveEditor } from '#lib/stores/posts/post-editor.ts';
import { guid, makePost } from '#tests/support/builders.ts';
import { type FakePlatform, fakePlatform, settle } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';

const REPORT = 'POST /api/report';
const post = makePost({ id: guid(1) });
const stored = {
  ...{ id: guid(5), postId: post.id, rule: 'other', words: 'Typed.', moment: null },
  ...{ createdAt: '2026-01-10T12:00:00Z', outcome: 'open', sentence: null, decidedAt: null },
};

const GUIDELINES = '<h2>Be kind</h2><h2 class="no-rule">When it is serious</h2>';

let platform: FakePlatform;
async function open(
  device: Map<string, string>,
  report: object[] = [],
  about: object = { post },
): Promise<void> {
  cleanup();
  leaveEditor();
  platform = fakePlatform(`/posts/${post.id}`, { localStorage: storageOf(device) });
  platform.answer(`GET /api/report?postId=${post.id}`, report);
  platform.answer('GET /assets/guidelines.html', GUIDELINES, { contentType: 'text/html' });
  render(
    <>
      <OwnReport postId={post.id} />
      <ReportForm dialog={{ kind: 'report', post, ...about }} />
    </>,
  );
  await act(settle);
}
afterEach(cleanup);

const choice = () => screen.getByRole('group', { name: 'Which guideline does it break?' });
const something = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Something else' });
const words = () => screen.getByLabelText<HTMLTextAreaElement>(/^In your words/);
const send = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Report' }));
  await act(settle);
};

it('shows what became of an earlier report', async () => {
  await open(new Map(), [
    { ...stored, id: guid(6), outcome: 'kept', sentence: 'It is fair.', decisionId: guid(7) },
  ]);
  expect(screen.getByRole('link', { name: /^Why/ }).getAttribute('href')).toBe(`/decisions/${guid(7)}`);
  expect(document.body.textContent).toContain('Moderators have kept the post that you reported. It is fair.');
});

it('keeps words without a ticked guideline (Rule 28.10)', async () => {
  const device = new Map<string, string>();
  await open(device);
  await userEvent.type(words(), 'Typed.');
  await act(settle);
  await open(device);
  expect(words().value).toBe('Typed.');
  await userEvent.clear(words());
  await act(settle);
  expect([...device.keys()].filter((key) => key.includes('report'))).toEqual([]);
});

it('offers no heading that is no rule', async () => {
  await open(new Map());
  await within(choice()).findByRole('radio', { name: 'Be kind' });
  expect(within(choice()).getAllByRole('radio')).toHaveLength(2);
});

it('takes a guideline and words, and keeps them until the report is sent (Rule 28.10)', async () => {
  const device = new Map<string, string>();
  await open(device);
  expect(choice().hasAttribute('aria-describedby')).toBe(false);
  await send();
  const { id } = await within(choice()).findByRole('alert');
  expect([id, id === '']).toEqual([choice().getAttribute('aria-describedby'), false]);
  await userEvent.click(something());
  await userEvent.type(words(), 'Typed.');
  const until = '2126-01-10T12:00:00Z';
  for (const [body, status, sentence] of [
    [undefined, 0, 'Couldn’t save.'],
    ['You have reported this post already.', 422, 'You have reported this post already.'],
    [{ title: 'Too many', status: 429, until }, 429, 'You can report the next one on Jan 10, 2126'],
  ] as const) {
    const contentType = typeof body === 'string' ? 'text/plain' : 'application/problem+json';
    if (status === 0) platform.cut(REPORT);
    else platform.answer(REPORT, body, { status, contentType });
    await send();
    expect(screen.getByRole('dialog').textContent).toContain(sentence);
  }
  await open(device);
  expect([words().value, something().checked]).toEqual(['Typed.', true]);
  platform.answer(REPORT, stored, { status: 201 });
  await send();
  expect(platform.said).toEqual(['Reported. Moderators will look at it.']);
  expect(document.body.textContent).toContain('You reported this post. Moderators have not decided yet.');
  expect([...device.values()].join()).not.toContain('Typed.');
});

it('reports the reply as it was read, and loads it again once it was changed (Rule 31.7)', async () => {
  const updatedAt = '2026-01-10T13:00:00.000Z';
  const reply = { content: 'A fool.', createdAt: '2026-01-10T12:00:00.000Z', updatedAt };
  await open(new Map(), [], { post: { ...post, reply }, ofReply: true });
  await userEvent.click(something());
  const changed = 'The reply was changed. Read it again.';
  platform.answer(REPORT, changed, { status: 409, contentType: 'text/plain' });
  const [fetch, refresh] = [vi.spyOn(runtime, 'fetch'), vi.fn()];
  onTestFinished(onModerated(refresh));
  await send();
  expect(screen.getByRole('dialog').textContent).toContain(changed);
  const sent = JSON.parse(String(fetch.mock.lastCall?.[1]?.body));
  expect(sent).toMatchObject({ ofReply: true, replyAt: updatedAt });
  expect(refresh).toHaveBeenCalledWith(post.id);
});
