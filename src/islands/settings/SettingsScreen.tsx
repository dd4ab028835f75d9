import { routes } from '#lib/routes.ts';
import { Guarded } from '../frame/Guarded.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Loading } from '../ui/Skeleton.tsx';

const guard = routes.find(({ id }) => id === 'settings')?.guard ?? {};

/** The signed-in user's settings. */
export function SettingsScreen() {
  return (
    <ErrorBoundary name="Settings">
      <PageHeader title="Settings" />
      <Guarded guard={guard} waiting={<Loading visible />}>
        <p>Opting out, the personal token and seed rotation are being built and will be here.</p>
      </Guarded>
    </ErrorBoundary>
  );
}
