/** Colours of the battle's map in both themes. Shapes, dashes and words have the same meaning, so colour is never needed. */

/** Colours as CSS texts. */
export interface Palette {
  sea: string;
  grid: string;
  gridText: string;
  own: string;
  enemy: string;
  neutral: string;
  text: string;
  /** Behind names. */
  shade: string;
  smoke: string;
  wreck: string;
  author: string;
  player: string;
}

/** Colours for the dark theme and for videos. */
export const DARK: Palette = {
  sea: '#0a1826',
  grid: '#1c3146',
  gridText: '#7f97b0',
  own: '#5cc8ff',
  enemy: '#ff8a70',
  neutral: '#c3cfdb',
  text: '#eef5fc',
  shade: 'rgba(10, 24, 38, 0.72)',
  smoke: 'rgba(200, 212, 224, 0.3)',
  wreck: '#8497ab',
  author: '#ffd479',
  player: '#e0b3ff',
};

/** Colours for the light theme. */
export const LIGHT: Palette = {
  sea: '#e3eef7',
  grid: '#c3d4e3',
  gridText: '#4d6379',
  own: '#06568a',
  enemy: '#b02a16',
  neutral: '#4a5b6c',
  text: '#10202f',
  shade: 'rgba(227, 238, 247, 0.78)',
  smoke: 'rgba(90, 106, 122, 0.28)',
  wreck: '#66788a',
  author: '#8a5c0b',
  player: '#7a2fa8',
};

/** Colours for thumbnails, which are the same in both themes: a chart in slate. */
export const SLATE: Palette = {
  sea: '#31485d',
  grid: '#47617a',
  gridText: '#a9bccd',
  own: '#a6ddff',
  enemy: '#ffb7a3',
  neutral: '#d3dde6',
  text: '#f3f8fc',
  shade: 'rgba(49, 72, 93, 0.72)',
  smoke: 'rgba(220, 229, 238, 0.28)',
  wreck: '#c5d2de',
  author: '#ffd98a',
  player: '#e6c2ff',
};
