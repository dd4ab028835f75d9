/** Colours of the pictures. Each is one of `src/styles/tokens.css`; `tests/unit/styles` compares them. */
import type { KarmaTone } from '#lib/domain/karma.ts';

/** Surfaces, lines and text. */
export const COLORS = {
  /** The head of a profile in the light theme. */
  hull: '#12304b',
  ink: '#e9f2fa',
  soft: '#b5cbdf',
  brass: '#e3b35a',
  tile: '#0a1521',
  line: '#34495d',
} as const;

/** Karma, as in the dark theme. */
export const TONES: Readonly<Record<KarmaTone, string>> = {
  positive: '#6fdb9e',
  negative: '#ff9d94',
  warning: '#f0c661',
};
