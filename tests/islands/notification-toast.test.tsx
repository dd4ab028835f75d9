import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NotificationToast } from '#islands/frame/NotificationToast.tsx';
import { formatMedium } from '#lib/domain/dates.ts';
import { NotificationSchema } from '#lib/schemas/notification.ts';
import { z } from '#lib/schemas/zod.ts';
import { guid, makeModAction, makePost } from '#tests/support/builders.ts';

afterEach(cleanup);

const AT = '2026-01-11T09:30:00+00:00';
const POST = makePost({ id: guid(2), title: 'A fair fight', content: 'Held the cap alone.' });
/** The line of a notice that names the post. */
const SUBJECT = ['Aurora_Captain about Borodino_Gunner', POST.title, 'Written '];
const action = makeModAction({ id: guid(3), postId: guid(2), reason: 'Names a clan.' });

/** Renders a notification as the server sent it. */
function show(sent: Record<string, unknown>) {
  const onDismiss = vi.fn();
  const onFollow = vi.fn((event?: Event) => event?.preventDefault());
  const notification = z.parse(NotificationSchema, { id: guid(1), emittedAt: AT, ...sent });
  render(<NotificationToast notification={notification} onDismiss={onDismiss} onFollow={onFollow} />);
  return { onDismiss, onFollow };
}
const text = (): string => screen.getByRole('article').textContent ?? '';
const link = (): string | null => screen.queryByRole('link')?.getAttribute('href') ?? null;

describe('A notification', () => {
  it.each([
    [2, 'Post added'],
    [3, 'Post edited'],
    [4, 'Post deleted'],
    [10, 'Post answered'],
  ])('of type %i, "%s", shows id, title, text, date and link of the post (Rule 13.2)', (type, title) => {
    show({ type, postId: POST.id, post: POST });
    expect(screen.getByRole('heading').textContent).toBe(title);
    for (const part of ['Aurora_Captain about Borodino_Gunner', POST.title, POST.content])
      expect(text()).toContain(part);
    expect(screen.getByTitle(POST.id).textContent).toBe('0000…');
    const times = [...document.querySelectorAll('time')].map((time) => time.dateTime);
    expect(times).toEqual([AT, POST.createdAt].map((moment) => new Date(moment).toISOString()));
    expect(link()).toBe(`/posts/${POST.id}`);
    expect(text()).not.toContain('Critical');
  });

  it.each([
    [null, 'Written '],
    ['2026-01-11T09:28:00+00:00', 'Edited '],
    [AT, `${POST.content}Post `],
  ])('dates a post edited at %s as "%s", unless its own time does (Rule 13.13)', (updatedAt, words) => {
    show({ type: 2, postId: POST.id, post: { ...POST, updatedAt } });
    expect(text()).toContain(words);
  });

  it.each([
    [5, 'Post mod edited'],
    [6, 'Post mod deleted'],
  ])('of type %i, "%s", is critical and shows post, action, reason and link (Rule 13.2)', (type, title) => {
    show({ type, modActionId: action.id, modAction: action, post: POST });
    expect(screen.getByRole('heading').textContent).toBe(title);
    for (const part of ['Critical', 'by Cossack_Mod', 'Names a clan.', ...SUBJECT])
      expect(text()).toContain(part);
    for (const id of [action.postId, action.id]) expect(screen.getByTitle(id)).toBeTruthy();
    expect(link()).toBe(`/posts/${action.postId}`);
  });

  it.each([
    [null, 'You are banned from posting permanently.'],
    [
      '2026-03-09T14:05:00+00:00',
      `You are banned from posting until ${formatMedium('2026-03-09T14:05:00+00:00')}.`,
    ],
  ])(
    'of type 7 until %s is a critical "Platform ban" with its reason and no link (Rule 13.2)',
    (until, sentence) => {
      show({ type: 7, until, reason: 'Insults.' });
      expect(screen.getByRole('heading').textContent).toBe('Platform ban');
      for (const part of ['Critical', sentence, 'Insults.']) expect(text()).toContain(part);
      expect(link()).toBeNull();
    },
  );

  it.each([
    ['kept', 'Moderators have kept the post that you reported. It is fair.', true],
    ['removed', 'Moderators have removed the post that you reported.', true],
    ['deleted', 'The author has deleted the post that you reported.', false],
  ])('of type 8 says what became of a report: %s (Rule 28.15)', (outcome, sentence, hasLink) => {
    const post = outcome === 'kept' ? POST : null;
    show({ type: 8, postId: POST.id, post, outcome, sentence: outcome === 'kept' ? 'It is fair.' : '' });
    expect(screen.getByRole('heading').textContent).toBe('Report decided');
    for (const part of [sentence, ...(post ? SUBJECT : [])]) expect(text()).toContain(part);
    expect(text()).not.toContain('Critical');
    expect(link()).toBe(hasLink ? `/posts/${POST.id}` : null);
  });

  it.each([
    [{}, 'Ban without a post', 'Cossack_Mod has banned Rude_Captain without naming a post.'],
    [
      { warned: true },
      'Warning without a post',
      'Cossack_Mod has warned Rude_Captain without naming a post.',
    ],
  ])(
    'of type 9 with %o names moderator and reason, and leads to the player (Rule 28.37)',
    (kind, title, said) => {
      show({
        type: 9,
        userId: 7,
        username: 'Rude_Captain',
        modUsername: 'Cossack_Mod',
        reason: 'Insults.',
        ...kind,
      });
      expect(screen.getByRole('heading').textContent).toBe(title);
      for (const part of [said, 'Insults.']) expect(text()).toContain(part);
      expect(link()).toBe('/player/7,Rude_Captain');
    },
  );

  it.each([
    [{ isDecider: true }, 'The objection to your decision was accepted: the decision no longer applies.'],
    [{ report: 'deleted' }, 'The post that you reported was deleted by its author.'],
  ])('about an accepted objection, with %o, says what follows (Rule 31.26)', (part, said) => {
    show({ type: 12, verdict: 'reversed', reason: '', decisionId: guid(9), ...part });
    expect(text()).toContain(said);
  });

  it.each([
    [{ type: 11, kind: 'warned', reason: 'Insults.' }, 'Warning', true],
    [{ type: 11, kind: 'reply-removed', reason: 'Insults.' }, 'Reply removed', true],
    [{ type: 12, verdict: 'upheld', reason: 'Insults.' }, 'Objection decided', false],
    [{ type: 7, reason: 'Insults.' }, 'Platform ban', true],
    [{ type: 6, modActionId: action.id, modAction: action, warned: true }, 'Post mod deleted', true],
    [{ type: 8, postId: POST.id, outcome: 'kept', sentence: 'Insults.' }, 'Report decided', false],
  ])('leads to the decision, in no other link: %o (Rule 31.13)', (sent, title, isCritical) => {
    show({ ...sent, decisionId: guid(9) });
    expect(screen.getByRole('heading').textContent).toBe(title);
    expect(text().includes('Critical')).toBe(isCritical);
    const decision = screen.getByRole('link', { name: /^(Why, and how to object|Show the decision)$/ });
    expect(decision.getAttribute('href')).toBe(`/decisions/${guid(9)}`);
    expect(decision.nextElementSibling?.textContent ?? '').toMatch(/^(Post 0000…)?(Mod action 0000…)?$/);
    expect(document.querySelector('a a')).toBeNull();
  });

  it.each([0, 1, 99, -1])('of type %i is an "Unknown notification" without a link (Rule 13.2)', (type) => {
    show({ type, postId: POST.id, post: POST, reason: 'x' });
    expect(screen.getByRole('heading').textContent).toBe('Unknown notification');
    expect(text()).toContain('This page cannot show this kind of notification.');
    expect(text()).not.toContain('Critical');
    expect(link()).toBeNull();
  });

  it.each([
    ['a removed post', { type: 4, postId: POST.id, post: null }, 'This post is no longer available.'],
    [
      'an invalid post',
      { type: 2, postId: POST.id, post: { title: 5 } },
      'This post is no longer available.',
    ],
    ['no post at all', { type: 2 }, 'This page cannot show this kind of notification.'],
    ['a removed action', { type: 6, modActionId: action.id, modAction: null }, 'Mod action 0000…'],
    ['an invalid action', { type: 5, modActionId: action.id, modAction: [] }, 'Mod action 0000…'],
    ['a ban without end and reason', { type: 7 }, 'permanently.Reason: none given'],
  ])('with %s is shown and can be dismissed (Rule 13.2)', async (_, sent, part) => {
    const { onDismiss } = show(sent);
    expect(text()).toContain(part);
    await userEvent.click(screen.getByRole('button', { name: /^Dismiss/ }));
    expect(onDismiss).toHaveBeenCalledWith(guid(1));
  });

  it('shows the title as it is, and the text without its markdown (Rule 13.13)', () => {
    const hostile = '<img src=x onerror=alert(1)> **bold** [a](javascript:alert(1))';
    show({ type: 2, postId: POST.id, post: { ...POST, title: hostile, content: hostile } });
    for (const part of [hostile, '<img src=x onerror=alert(1)> bold a']) expect(text()).toContain(part);
    expect(document.querySelector('article img, article strong, article a[href^="javascript"]')).toBeNull();
  });
});
