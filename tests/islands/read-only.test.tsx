/** A page while the API is read-only (Rule 2.51). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PostDialog } from '#islands/post-editor/PostDialog.tsx';
import { noteReadOnly, READ_ONLY_HEADER } from '#lib/domain/read-only.ts';
import { runtime } from '#lib/runtime.ts';
import { guid, makePost } from '#tests/support/builders.ts';
import { type FakePlatform, fakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';

const LAYOUTS = join(import.meta.dirname, '../../src/layouts');
/** The notice as the frame has it, without what hides it. */
const NOTICE = /<p class="read-only"[\s\S]*?<\/p>/.exec(
  readFileSync(join(LAYOUTS, 'Notices.astro'), 'utf8'),
)?.[0];
const SENTENCE =
  'Fleet Karma is read-only for a short while: nothing can be changed now. Try again in a few minutes.';
const CREATE = 'POST /api/Post';
const CONTENT = 'Screened the flank for ten minutes and never once complained about it.';

const reload = vi.fn();
const stored = new Map<string, string>();
let platform: FakePlatform;
beforeEach(() => {
  const { noteAnswer } = runtime;
  platform = fakePlatform('/player/500000002,Borodino_Gunner', {
    noteAnswer,
    reload,
    localStorage: storageOf(stored),
  });
});
afterEach(cleanup);

const root = document.documentElement;
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const send = () => act(async () => screen.getByRole('button', { name: 'Publish post' }).click());

it('keeps the draft of a refused post, says why, and sends it when the mode has ended', async () => {
  await act(async () => {
    render(
      <PostDialog dialog={{ kind: 'create', player: { id: 500_000_002, username: 'Borodino_Gunner' } }} />,
    );
  });
  await act(async () => {
    fireEvent.change(field(/^Title/), { target: { value: 'A good title' } });
    fireEvent.change(field(/^Content/), { target: { value: CONTENT } });
    screen.getByRole('checkbox', { name: /guidelines/ }).click();
  });
  const problem = { title: SENTENCE, detail: SENTENCE, status: 503 };
  platform.answer(CREATE, problem, { status: 503, readOnly: true });
  await send();
  await waitFor(() => expect(screen.getByText(SENTENCE)).toBeTruthy());
  expect([field(/^Title/).value, field(/^Content/).value]).toEqual(['A good title', CONTENT]);
  expect([...stored.values()].join()).toContain(CONTENT);
  expect('readOnly' in root.dataset).toBe(true);

  platform.answer(CREATE, makePost({ id: guid(1) }), { status: 201 });
  await send();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect([...stored.values()].join()).not.toContain(CONTENT);
  expect('readOnly' in root.dataset).toBe(false);
});

it('shows the notice as the answers say, also during errors that may be those of a proxy', () => {
  const written: string[] = [];
  const storage = { set: (key: string, value: string) => void written.push(`${key}=${value}`) };
  const arrive = (status: number, isReadOnly: boolean): boolean => {
    const headers: HeadersInit = isReadOnly ? { [READ_ONLY_HEADER]: 'true' } : {};
    noteReadOnly(new Response(null, { status, headers }), root, storage, 1_000);
    return 'readOnly' in root.dataset;
  };
  expect(arrive(200, false)).toBe(false);
  expect(written, 'of an ordinary answer').toEqual([]);
  expect([arrive(503, true), arrive(502, false), arrive(200, false)]).toEqual([true, true, false]);
  expect(written).toEqual(['read-only=1000', 'read-only=']);
});

it('has the notice in a live region of every page', () => {
  document.body.innerHTML = NOTICE ?? '';
  expect(screen.getByRole('status').textContent?.trim()).toBe(
    'Read-only for a short while: nothing can be changed now. Drafts are kept.',
  );
});
