// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { shortcutKey } from '#lib/domain/shortcut-key.ts';
import { $shortcutsOn, setShortcuts } from '#lib/stores/settings/shortcuts.ts';
import { SHORTCUTS_KEY, startShortcuts } from '../../../src/scripts/shortcuts.ts';

const search = vi.fn();
const ran: string[] = [];

function press(key: string, target: EventTarget = document.body, init: KeyboardEventInit = {}): boolean {
  return !target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  );
}

describe('A shortcut', () => {
  beforeAll(() => {
    document.body.innerHTML =
      '<input><dialog></dialog><button data-shortcut-list></button><i><b data-shortcuts=""></b></i>';
    const island = document.querySelector<HTMLElement>('[data-shortcuts]');
    document
      .querySelector('i')
      ?.addEventListener('shortcut', () => ran.push(island?.dataset.shortcuts ?? ''));
    startShortcuts(search);
  });
  beforeEach(() => {
    localStorage.clear();
    search.mockClear();
    ran.length = 0;
    document.querySelector('dialog')?.removeAttribute('open');
  });

  it('opens the search with /, and passes the other keys on (Rule 2.23)', () => {
    expect(press('/')).toBe(true);
    expect(search).toHaveBeenCalledOnce();
    for (const key of ['?', 'j', 'k', 'o', 'c', 'x']) press(key);
    expect(ran).toEqual(['?', 'j', 'k', 'o', 'c']);
  });

  it.each<[string, KeyboardEventInit, string]>([
    ['on a Cyrillic keyboard', { key: 'о', code: 'KeyJ' }, 'j'],
    ['on a Greek keyboard', { key: 'ψ', code: 'KeyC' }, 'c'],
    ['with Caps Lock', { key: 'J', code: 'KeyJ' }, 'j'],
    ['with Caps Lock on a Cyrillic keyboard', { key: 'Л', code: 'KeyK' }, 'k'],
    ['by its letter on another Latin keyboard', { key: 'o', code: 'KeyS' }, 'o'],
    ['not with the shift key', { key: 'J', code: 'KeyJ', shiftKey: true }, 'J'],
    ['not by the place of a sign: the German minus', { key: '-', code: 'Slash' }, '-'],
    ['not by the place of a Latin letter: the French Q', { key: 'q', code: 'KeyC' }, 'q'],
  ])('is read %s (Rule 2.23)', (_, init, key) => {
    press(init.key ?? '', document.body, init);
    expect(ran).toEqual(/[a-z]/.test(key) && 'jkoc'.includes(key) ? [key] : []);
    expect(shortcutKey(new KeyboardEvent('keydown', init)), 'in the queue').toBe(key);
  });

  it.each<[string, () => boolean]>([
    ['while typing', () => press('j', document.querySelector('input') as HTMLElement)],
    ['with a modifier', () => press('c', document.body, { ctrlKey: true })],
    [
      'while a dialog is open',
      () => {
        document.querySelector('dialog')?.setAttribute('open', '');
        return press('/');
      },
    ],
    [
      'while they are turned off',
      () => {
        setShortcuts(false);
        return press('/');
      },
    ],
  ])('does nothing %s (Rule 2.23)', (_, pressed) => {
    expect(pressed(), 'the browser keeps the key').toBe(false);
    expect(search).not.toHaveBeenCalled();
    expect(ran).toEqual([]);
  });

  it('is listed by the button in the footer, also while they are off (Rule 2.23)', () => {
    setShortcuts(false);
    document.querySelector('button')?.click();
    expect(ran).toEqual(['?']);
  });

  it('can be turned off and on, on this device', () => {
    $shortcutsOn.listen(() => {});
    setShortcuts(false);
    expect(localStorage.getItem(SHORTCUTS_KEY)).toBe('off');
    expect($shortcutsOn.get()).toBe(false);
    setShortcuts(true);
    expect(localStorage.getItem(SHORTCUTS_KEY)).toBeNull();
    expect($shortcutsOn.get()).toBe(true);
  });
});
