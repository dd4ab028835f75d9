import { useStore } from '@nanostores/react';
import { type IconNode, Monitor, Moon, Sun } from 'lucide';
import { $theme, chooseTheme, type Theme } from '#lib/stores/settings/theme.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './ThemeSwitch.module.css';

const THEMES: readonly { theme: Theme; label: string; icon: IconNode }[] = [
  { theme: '', label: 'System', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
];

/** The theme as three radio buttons in a row. */
export function ThemeSwitch() {
  const chosen = useStore($theme);
  return (
    <fieldset className={styles.themes}>
      <legend className="visually-hidden">Theme</legend>
      {THEMES.map(({ theme, label, icon }) => (
        <label key={theme} className={styles.theme}>
          <input
            type="radio"
            name="account-theme"
            className="labelled-radio"
            checked={chosen === theme}
            onChange={() => chooseTheme(theme)}
          />
          <Icon node={icon} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
