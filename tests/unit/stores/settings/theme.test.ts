import { cleanStores } from 'nanostores';
import { afterEach, expect, it } from 'vitest';
import { $theme, chooseTheme } from '#lib/stores/settings/theme.ts';
import { fakePlatform } from '#tests/support/fake-platform.ts';

afterEach(() => cleanStores($theme));

it('The theme is the page’s, and follows choices here and in other tabs', () => {
  let page = 'dark';
  const platform = fakePlatform('/', {
    theme: () => page,
    chooseTheme: (next) => {
      page = next;
      platform.happen('theme');
    },
  });
  $theme.listen(() => {});
  expect($theme.get()).toBe('dark');
  chooseTheme('light');
  expect($theme.get()).toBe('light');
  page = '';
  platform.happen('storage');
  expect($theme.get()).toBe('');
});
