import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { Minimap } from '#islands/battle-player/Minimap.tsx';

const VIDEO = 'https://files.example.test/minimap.mp4';
const TEXTS = [
  'Rendering Replay minimap...',
  'Replay minimap is being processed.',
  'There is no video of this replay.',
];

afterEach(cleanup);

describe('the place of the minimap', () => {
  it.each<[state: 0 | 1 | 2, uri: string | null, texts: string[]]>([
    [0, null, ['There is no video of this replay.']],
    [1, null, ['Rendering Replay minimap...', 'Replay minimap is being processed.']],
    [2, null, ['Rendering Replay minimap...']],
    [0, VIDEO, []],
    [1, VIDEO, []],
    [2, VIDEO, []],
  ])('in state %i with the address %s shows the texts %j (Rule 8.8)', (state, uri, texts) => {
    render(<Minimap state={state} uri={uri} onRetry={undefined} />);
    expect(TEXTS.filter((text) => screen.queryByText(text) !== null)).toEqual(texts);
    expect(screen.queryByLabelText('Replay minimap')?.getAttribute('src') ?? null).toBe(uri);
  });

  it('says that a video could not be played that failed before it was on the page (Rule 8.9)', () => {
    const former = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'error');
    Object.defineProperty(HTMLMediaElement.prototype, 'error', {
      configurable: true,
      get: () => ({ code: 4 }),
    });
    onTestFinished(() => {
      if (former) Object.defineProperty(HTMLMediaElement.prototype, 'error', former);
    });
    render(<Minimap state={2} uri={VIDEO} onRetry={undefined} />);
    expect(screen.getByText('Couldn’t play the video.').tagName).toBe('P');
  });

  it.each([
    ['loaded', null],
    ['played', VIDEO],
  ])('moves the focus to the place around it when a video is %s again (Rule 8.9)', async (_, uri) => {
    render(
      <section aria-label="Battle" tabIndex={-1}>
        <Minimap state={2} uri={uri} onRetry={() => {}} />
      </section>,
    );
    const video = screen.queryByLabelText('Replay minimap');
    if (video) fireEvent.error(video);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Battle' }));
  });
});
