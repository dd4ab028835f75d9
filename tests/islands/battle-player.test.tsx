import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Scene } from 'wows-replay/battle/painter';
import { makeTimeline } from 'wows-replay/encode/sample-timelines';
import { BattlePlayer } from '#islands/battle-player/BattlePlayer.tsx';
import { $wantedMoment } from '#lib/stores/posts/battle.ts';
import { makePost } from '#tests/support/builders.ts';
import { FakeWorker } from '#tests/support/decoder-worker.ts';
import { fakePlatform } from '#tests/support/fake-platform.ts';

/** Reports the player as visible, and runs frames on demand. */
let seen: (visible: boolean) => void;
let frames: FrameRequestCallback[];
let now: number;

function nextFrame(milliseconds: number): void {
  now += milliseconds;
  const [...due] = frames;
  frames = [];
  act(() => {
    for (const frame of due) frame(now);
  });
}

beforeEach(() => {
  frames = [];
  now = 0;
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: unknown[]) => void) {
        seen = (isIntersecting) => act(() => callback([{ isIntersecting }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  $wantedMoment.set(null);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open({
  reducedMotion = false,
  timeline = makeTimeline(),
  hasChat = false,
  worker = new FakeWorker(),
} = {}) {
  const platform = fakePlatform('/posts/1', { createWorker: () => worker as unknown as Worker });
  platform.answer('GET /api/Map/53_Shoreside', 'Not Found', { status: 404 });
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: reducedMotion && query.includes('reduced-motion'),
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );
  render(<BattlePlayer timeline={timeline} post={makePost()} hasChat={hasChat} />);
  return platform;
}

const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Position in the battle' });
const time = () => Number(slider().value);
const events = () => within(screen.getByRole('list', { name: 'Events of the battle' }));
const press = (key: string, target: Element = slider()) => fireEvent.keyDown(target, { key });

it('has a choice of ships with their details, which marks them on the map (Rule 25.59)', async () => {
  const worker = new FakeWorker();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe: () => void;
      constructor(changed: () => void) {
        this.observe = changed;
      }
      disconnect() {}
    },
  );
  Object.assign(HTMLCanvasElement.prototype, { transferControlToOffscreen: () => ({}) });
  open({ worker });
  act(() => worker.answer('ready'));
  Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
  const marked = () => (worker.received.at(-1) as unknown as Scene).marks.pointed;
  const choice = screen.getByRole('combobox', { name: 'Ship on the map' });
  act(() => choice.focus());
  const options = () =>
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(options()).toEqual(['No ship', expect.stringMatching(/^\[WAVES\] Aurora_Captain · .+ · 100 %$/)]);
  expect(marked()).toBeNull();
  await userEvent.selectOptions(choice, within(choice).getAllByRole('option')[1] as HTMLElement);
  expect(marked()).toBe(0);
  act(() => choice.blur());
  expect(marked()).toBeNull();
});

describe('the battle player (Rule 25.35)', () => {
  it('plays once it is on the screen, at 10× speed', () => {
    open();
    expect(frames).toHaveLength(0);
    seen(true);
    nextFrame(0);
    for (let frame = 0; frame < 8; frame += 1) nextFrame(100);
    expect(time()).toBe(80);
    // The slider follows every 750 ms, and when the battle is paused.
    nextFrame(100);
    expect(time()).toBe(80);
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(time()).toBe(90);
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
  });

  it('stops the clock while it is not on the screen', () => {
    open();
    seen(true);
    seen(false);
    expect(frames).toHaveLength(0);
    seen(true);
    expect(frames).toHaveLength(1);
  });

  it('starts paused with reduced motion', () => {
    open({ reducedMotion: true });
    seen(true);
    expect(frames).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(frames).toHaveLength(1);
  });

  it('stays paused when it was paused and comes back to the screen', () => {
    open();
    seen(true);
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    seen(false);
    seen(true);
    expect(frames).toHaveLength(0);
  });

  it('plays faster at another speed', () => {
    open();
    fireEvent.change(screen.getByRole('combobox', { name: 'Speed' }), { target: { value: '40' } });
    seen(true);
    nextFrame(0);
    for (let frame = 0; frame < 8; frame += 1) nextFrame(100);
    expect(time()).toBe(320);
  });

  it('stops at the end and starts again from the beginning', () => {
    open();
    seen(true);
    press('End');
    nextFrame(0);
    expect(time()).toBe(9000);
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(time()).toBe(-300);
  });

  it('is moved by keys, except where a control needs them', () => {
    open({ reducedMotion: true });
    seen(true);
    press('ArrowRight');
    expect(time()).toBe(50);
    press('ArrowLeft');
    press('ArrowLeft');
    expect(time()).toBe(-50);
    press('Home');
    expect(time()).toBe(-300);
    press(' ');
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
    press(' ', screen.getByRole('button', { name: 'Pause' }));
    press('End', screen.getByRole('combobox', { name: 'Speed' }));
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
    expect(time()).toBe(-300);
  });

  it('waits while its position is dragged', () => {
    open();
    seen(true);
    fireEvent.pointerDown(slider());
    fireEvent.input(slider(), { target: { value: '4000' } });
    expect(frames).toHaveLength(0);
    fireEvent.pointerUp(slider());
    expect(frames).toHaveLength(1);
    expect(time()).toBe(4000);
  });
});

describe('clock and points', () => {
  it('follow the moment', () => {
    open({ reducedMotion: true });
    const board = () => slider().closest('[tabindex]')?.textContent ?? '';
    expect(board()).toContain('20:00 left');
    fireEvent.input(slider(), { target: { value: '6000' } });
    expect(board()).toContain('10:00 left');
    expect(board()).toContain('300 points, 0/1 afloat');
    expect(slider().getAttribute('aria-valuetext')).toBe('10:00 left');
    press('Home');
    expect(board()).toContain('0:30 until the start');
  });
});

describe('the events (Rule 25.34)', () => {
  it('are a list with times, which marks the latest one and the parties of the post', () => {
    open({ reducedMotion: true });
    fireEvent.input(slider(), { target: { value: '6100' } });
    expect(
      events()
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '−0:10All Aurora_Captain (Author): Good luck',
      '20:00The battle started',
      '14:40Team Borodino_Gunner (Player): Smoke at A',
      '13:30The author’s team captured A',
      '10:00Borodino_Gunner (Player) sank Aurora_Captain (Author)',
      '5:00The other team won',
    ]);
    expect(events().getByRole('button', { current: true }).textContent).toContain('sank');
  });

  it('leave the chat out where the page shows it, except on the full screen (Rule 30.32)', () => {
    open({ reducedMotion: true, hasChat: true });
    const chat = () => events().queryAllByRole('button', { name: /Smoke at A|Good luck/ }).length;
    expect(chat()).toBe(0);
    expect(events().getAllByRole('button')).toHaveLength(4);
    fireEvent.click(screen.getByRole('button', { name: 'Full screen' }));
    expect(chat()).toBe(2);
  });

  it('leave the language of chat open, and only of chat', () => {
    open({ reducedMotion: true });
    const language = (text: RegExp) => events().getByText(text).getAttribute('lang');
    expect([/Smoke at A$/, /captured A$/].map(language)).toEqual(['', null]);
  });

  describe('follow the battle', () => {
    afterEach(() => vi.restoreAllMocks());
    /** Moves the battle to its end, and returns how far the list has scrolled. */
    const scrolled = (): number => {
      vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockReturnValue(700);
      fireEvent.input(slider(), { target: { value: '9000' } });
      return screen.getByRole('list', { name: 'Events of the battle' }).scrollTop;
    };
    const event = () => events().getByRole('button', { name: /Smoke at A/ });

    it('while neither pointer nor keyboard is in the list', () => {
      open({ reducedMotion: true });
      expect(scrolled()).toBe(700);
    });

    it('not while the keyboard is in the list', () => {
      open({ reducedMotion: true });
      event().focus();
      expect(scrolled()).toBe(0);
    });

    it('again once the pointer has left the list', async () => {
      open({ reducedMotion: true });
      await userEvent.hover(event());
      expect(scrolled()).toBe(0);
      await userEvent.unhover(event());
      fireEvent.input(slider(), { target: { value: '0' } });
      expect(scrolled()).toBe(700);
    });
  });

  it('lead to their moment, one by one or in order', () => {
    open({ reducedMotion: true });
    fireEvent.click(events().getByRole('button', { name: /Smoke at A/ }));
    expect(time()).toBe(3200);
    fireEvent.click(screen.getByRole('button', { name: 'Next event' }));
    expect(time()).toBe(3900);
    fireEvent.click(screen.getByRole('button', { name: 'Previous event' }));
    expect(time()).toBe(3200);
  });
});

describe('links to a moment (Rule 25.37)', () => {
  it('are copied with the seconds since the start', async () => {
    const platform = open({ reducedMotion: true });
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    fireEvent.input(slider(), { target: { value: '3129' } });
    fireEvent.click(screen.getByRole('button', { name: 'Copy link to this moment' }));
    await act(async () => {});
    expect(writeText).toHaveBeenCalledWith('http://localhost:4999/posts/1?t=312');
    expect(platform.said).toEqual(['Link copied']);
  });

  it('go into the address bar when the browser refuses to copy', async () => {
    const platform = open({ reducedMotion: true });
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('refused')) } });
    fireEvent.input(slider(), { target: { value: '3129' } });
    fireEvent.click(screen.getByRole('button', { name: 'Copy link to this moment' }));
    await act(async () => {});
    expect(platform.address()).toBe('/posts/1?t=312');
    expect(platform.history).toHaveLength(1);
  });

  it('move the player when they are followed', () => {
    open({ reducedMotion: true });
    act(() => $wantedMoment.set({ seconds: 100 }));
    expect(time()).toBe(1000);
  });
});
