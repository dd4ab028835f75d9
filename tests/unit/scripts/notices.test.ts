// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DISMISSED_NOTICES_KEY, startNotices } from '../../../src/scripts/notices.ts';

const notice = (hash: string) => `
  <div class="notice">
    <div class="notice-text" data-hash="${hash}"><p>Text</p></div>
    <button aria-expanded="false">More <span>of the notice</span></button>
    <button>Dismiss</button>
  </div>`;

const root = document.documentElement;
const boxes = () => [...document.querySelectorAll<HTMLElement>('.notice')];
const text = (place: number) => boxes()[place]?.querySelector<HTMLElement>('.notice-text') as HTMLElement;
const button = (place: number, name: 'more' | 'dismiss') =>
  boxes()[place]?.querySelectorAll('button')[name === 'more' ? 0 : 1] as HTMLButtonElement;
/** Replaced texts are noticed in a microtask. */
const settled = () => new Promise((resolve) => setTimeout(resolve));
const stored = () => localStorage.getItem(DISMISSED_NOTICES_KEY)?.split(' ').filter(Boolean);

beforeEach(() => {
  localStorage.clear();
  delete root.dataset.dismissed;
  document.body.innerHTML = `${notice('global')}${notice('region')}<main tabindex="-1"></main>`;
});

describe('A notice', () => {
  it('is hidden and remembered when it is dismissed, and the focus moves on (Rule 2.19)', () => {
    startNotices();
    button(1, 'dismiss').click();
    expect(root.dataset.dismissed).toBe('1');
    expect(stored()).toEqual(['region']);
    expect(document.activeElement).toBe(document.querySelector('main'));
  });

  it('opens and folds with its button', () => {
    startNotices();
    button(0, 'more').click();
    expect(boxes()[0]?.hasAttribute('data-open')).toBe(true);
    expect(button(0, 'more').ariaExpanded).toBe('true');
    expect(button(0, 'more').textContent).toBe('Less of the notice');
    button(0, 'more').click();
    expect(boxes()[0]?.hasAttribute('data-open')).toBe(false);
    expect(button(0, 'more').textContent).toBe('More of the notice');
    // Translations of browsers put texts into elements of their own.
    const translated = Object.assign(document.createElement('font'), { textContent: 'More ' });
    button(0, 'more').firstChild?.replaceWith(translated);
    button(0, 'more').click();
    expect(button(0, 'more').textContent).toBe('Less of the notice');
  });

  it('returns when its text was replaced by a newer one (Rule 2.19)', async () => {
    localStorage.setItem(DISMISSED_NOTICES_KEY, 'region');
    startNotices();
    text(1).dataset.hash = 'newer';
    await settled();
    expect(root.dataset.dismissed).toBe('');
    expect(stored(), 'the next page shows it at once').not.toContain('region');
  });

  it('stays away on pages built with an older text than the dismissed one (Rule 2.19)', async () => {
    startNotices();
    text(1).dataset.hash = 'newer';
    await settled();
    button(1, 'dismiss').click();
    expect(root.dataset.dismissed).toBe('1');
    expect(stored()).toEqual(expect.arrayContaining(['newer', 'region']));
  });

  it('is dismissed for this page when storage is blocked', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('blocked');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('blocked');
    });
    startNotices();
    button(0, 'dismiss').click();
    expect(root.dataset.dismissed).toBe('0');
    vi.restoreAllMocks();
  });
});
