import { routes } from '#lib/routes.ts';
import { Guarded } from '../frame/Guarded.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';
import styles from './Settings.module.css';
import { Settings } from './Settings.tsx';

const guard = routes.find(({ id }) => id === 'settings')?.guard ?? {};

/** The signed-in user's settings. */
export function SettingsScreen() {
  return (
    <ErrorBoundary name="your settings">
      <PageHeader title="Settings" />
      <div className={cx('stack screen', styles.screen)}>
        <Guarded guard={guard} waiting={<Loading visible />}>
          <Settings />
        </Guarded>
      </div>
    </ErrorBoundary>
  );
}
