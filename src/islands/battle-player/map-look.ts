/** Size and theme of the map, read when they may have changed: reading them in every frame would be slow. */
import type { Look } from 'wows-replay/battle/painter';

/** More pixels than this per CSS pixel cost time and are hardly visible. */
const DENSITY_MAX = 2;

const darkScheme = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? darkScheme().matches : theme === 'dark';
}

const readLook = ({ clientWidth }: Element): Look => ({
  size: clientWidth,
  density: Math.min(window.devicePixelRatio, DENSITY_MAX),
  dark: isDark(),
});

/** Calls `show` with the look of the map in an element, after the next layout and whenever theme or size may have changed. */
export function watchLook(element: Element, show: (look: Look) => void): () => void {
  const changed = () => show(readLook(element));
  const scheme = darkScheme();
  const themes = new MutationObserver(changed);
  const sizes = new ResizeObserver(changed);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  sizes.observe(element);
  scheme.addEventListener('change', changed);
  return () => {
    themes.disconnect();
    sizes.disconnect();
    scheme.removeEventListener('change', changed);
  };
}
