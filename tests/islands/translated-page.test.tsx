import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Fragment, type ReactNode, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { MarkedName } from '#islands/search/ResultRow.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { EvidenceBar } from '#islands/ui/post/EvidenceBar.tsx';
import { PostCard } from '#islands/ui/post/PostCard.tsx';
import { ErrorBoundary } from '#islands/ui/states/ErrorBoundary.tsx';
import { makePost } from '#tests/support/builders.ts';
import { pageText, translatePage } from '#tests/support/translate-page.ts';

let translation = new AbortController();

afterEach(() => {
  cleanup();
  translation.abort();
  translation = new AbortController();
});

/** The texts of the page with each of these contents, one after the other. */
async function textsOf(contents: readonly ReactNode[]): Promise<string[]> {
  const texts: string[] = [];
  const { rerender, unmount } = render(null);
  for (const content of contents) {
    rerender(<ErrorBoundary name="the sample">{content}</ErrorBoundary>);
    // Lets the translation follow.
    await act(() => new Promise((done) => setTimeout(done)));
    texts.push(pageText());
  }
  unmount();
  return texts;
}

const field = (length: number, error?: string) => (
  <Field label="Title" required count={{ length, max: 60, min: 5 }} error={error}>
    {() => null}
  </Field>
);
const list = (...names: string[]) => names.map((name) => <Fragment key={name}>{name}, </Fragment>);

it.each<[what: string, contents: ReactNode[]]>([
  ['a counter with a hint', [field(0), field(1), field(5), field(2, 'Required.'), field(3)]],
  [
    'texts that swap places with elements',
    [true, false, true].map((isOld) => <p key="p">Written {isOld ? 'long ago' : <b>now</b>} by Iowa</p>),
  ],
  [
    'elements and texts that come before a text',
    [null, <b key="b">First</b>, 'Second', null].map((part) => <p key="p">{part} and last</p>),
  ],
  ['texts that move', [list('a', 'b', 'c'), list('c', 'a', 'b'), list('b'), list('d', 'b', 'a')]],
  ['a text alone', ['One', 'Two', null, 'Three', <i key="i">Four</i>, 'Five']],
])('keeps %s up to date while the page is translated (Rule 16.15)', async (_, contents) => {
  const texts = await textsOf(contents);
  expect(new Set(texts).size).toBeGreaterThan(1);
  translatePage(translation.signal);
  expect(await textsOf(contents)).toEqual(texts);
});

it('leaves names of players, clans, maps and ships, tags and karma as they are (Rule 16.15)', () => {
  const ship = { shipParamsId: 3_338_548_944, shipName: 'Zeehond' };
  const clan = { id: 1, tag: 'WAVES', name: 'Rolling Waves', leagueColor: 0 };
  const post = makePost({
    author: { id: 500_000_001, username: 'Aurora_Captain', clan },
    flairs: 0b010101,
    battle: { map: '53_Shoreside', playedAt: null, author: ship, player: null },
  });
  render(
    <>
      <PostCard post={post} context="feed" viewer={null} />
      <EvidenceBar post={post} replay={undefined} />
      <MarkedName name="Rolling Waves" query="wav" />
    </>,
  );
  translatePage(translation.signal);
  const translated = [...document.querySelectorAll('font')].map(({ textContent }) => textContent);
  expect(translated).toContain('A fair fight');
  for (const name of ['Aurora_Captain', 'Borodino_Gunner', '[WAVES]', 'Wav', 'Shoreside', 'Zeehond', '+3']) {
    expect(screen.getAllByText(name)).not.toEqual([]);
    expect(translated).not.toContain(name);
  }
});

function Toggle() {
  const [isOn, setOn] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOn(!isOn)}>
        Toggle
      </button>
      {isOn && <em>Shown</em>}
    </>
  );
}

it('can be tried again when something else has moved what it draws (Rule 16.15)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { container } = render(
    <ErrorBoundary name="the sample">
      <Toggle />
    </ErrorBoundary>,
  );
  const click = async (name: string) => userEvent.click(screen.getByRole('button', { name }));
  const move = (element: Element | null) => {
    const around = document.createElement('div');
    element?.replaceWith(around);
    around.append(element ?? '');
  };
  move(screen.getByText('Shown'));
  await click('Toggle');
  move(screen.getByRole('alert'));
  await click('Try again');
  await click('Toggle');
  await click('Toggle');
  expect(container.textContent).toMatch(/ToggleShown$/);
});
