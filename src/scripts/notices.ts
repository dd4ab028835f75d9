/** Folds and dismisses the notices (Rule 2.19). The head script hides dismissed ones before anything is drawn. */

import { attempt } from './attempt.ts';

/** Key on the device: fingerprints of the dismissed texts, separated by spaces. */
export const DISMISSED_NOTICES_KEY = 'dismissed-notices';

/** How many dismissed texts are remembered. */
const DISMISSED_MAX = 20;

interface Notice {
  box: HTMLElement;
  text: HTMLElement;
  more: HTMLElement;
  /** Fingerprint of the text that the page was built with. */
  baked: string;
}

function findNotices(): Notice[] {
  return [...document.querySelectorAll<HTMLElement>('.notice')].map((box) => {
    const [text, more] = box.children as unknown as [HTMLElement, HTMLElement];
    return { box, text, more, baked: text.dataset.hash ?? '' };
  });
}

/** Starts the buttons, and follows texts that are replaced by newer ones. */
export function startNotices(): void {
  const notices = findNotices();
  /** Fingerprints of the texts that were dismissed on this device. */
  const hashes = new Set(attempt(() => localStorage.getItem(DISMISSED_NOTICES_KEY))?.split(' '));
  // Where storage is blocked, a dismissed notice returns on the next page.
  const save = () =>
    attempt(() => localStorage.setItem(DISMISSED_NOTICES_KEY, [...hashes].slice(-DISMISSED_MAX).join(' ')));
  const hashOf = ({ text }: Notice): string => text.dataset.hash ?? '';

  const showRest = (): void => {
    document.documentElement.dataset.dismissed = notices
      .flatMap((notice, index) => (hashes.has(hashOf(notice)) ? [index] : []))
      .join(' ');
  };
  /**
   * "More" is visible when there is another line. A part of the line may be a little taller than the line: code, in some fonts.
   */
  const measure = ({ box, text }: Notice): void => {
    if (!('open' in box.dataset))
      box.toggleAttribute('data-long', text.scrollHeight > 1.5 * text.clientHeight);
  };

  /** The head script of the next page sees only the text of the build, so that text follows the newer one. */
  const follow = (notice: Notice): void => {
    if (hashes.has(hashOf(notice))) hashes.add(notice.baked);
    else hashes.delete(notice.baked);
    save();
    showRest();
    measure(notice);
  };

  for (const notice of notices) {
    const { box, text, more, baked } = notice;
    new ResizeObserver(() => measure(notice)).observe(text);
    new MutationObserver(() => follow(notice)).observe(text, { attributeFilter: ['data-hash'] });
    more.addEventListener('click', () => {
      const open = box.toggleAttribute('data-open');
      more.ariaExpanded = String(open);
      (more.firstChild as Node).textContent = open ? 'Less ' : 'More ';
    });
    more.nextElementSibling?.addEventListener('click', () => {
      hashes.add(hashOf(notice)).add(baked);
      save();
      showRest();
      document.querySelector('main')?.focus({ preventScroll: true });
    });
  }
}
