import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { errorToMessage } from '#lib/api/errors.ts';
import { paths } from '#lib/routes.ts';
import { $clan, $clanView, retryClan } from '#lib/stores/clan.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Markdown } from '../ui/Markdown.tsx';
import styles from './Clan.module.css';
import { ClanHeader } from './ClanHeader.tsx';
import { ClanMembers } from './ClanMembers.tsx';
import { ClanMetrics } from './ClanMetrics.tsx';
import { ClanSkeleton } from './ClanSkeleton.tsx';

function NotFound() {
  return (
    <>
      <h1 className="visually-hidden">Clan not found</h1>
      <EmptyState
        title="Sorry, no clan was found."
        action={
          <ButtonLink variant="primary" href={paths.clans}>
            Search clans
          </ButtonLink>
        }
      >
        It may have been disbanded, or belong to another region.
      </EmptyState>
    </>
  );
}

function Failed({ error }: { error: unknown }) {
  return (
    <>
      <h1 className="visually-hidden">Clan</h1>
      <ErrorState title="The clan could not be loaded." detail={errorToMessage(error)} onRetry={retryClan} />
    </>
  );
}

function ClanPage() {
  const view = useStore($clanView);
  const tag = view?.clan.tag;
  useEffect(() => {
    if (tag !== undefined) document.title = document.title.replace(/^[^·]+/, `[${tag}] `);
  }, [tag]);
  if (view === undefined) return <ClanSkeleton />;
  const { clan } = view;
  return (
    <>
      <ClanHeader view={view} />
      {clan.description.trim() !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={styles.description} aria-label="Description" tabIndex={0}>
          <ErrorBoundary name="The description">
            <Markdown source={clan.description} />
          </ErrorBoundary>
        </section>
      )}
      <ClanMetrics metrics={view.metrics} />
      <ErrorBoundary name="The member table">
        <ClanMembers />
      </ErrorBoundary>
    </>
  );
}

/** A clan: who they are, what others think of them together, and every member. */
export function Clan() {
  const { status, ...remote } = useStore($clan, { ssr: 'initial' });
  return (
    <div className={styles.screen}>
      <ErrorBoundary name="The clan">
        {status === 'loading' && <ClanSkeleton />}
        {status === 'not-found' && <NotFound />}
        {'error' in remote && <Failed error={remote.error} />}
        {status === 'ready' && <ClanPage />}
      </ErrorBoundary>
    </div>
  );
}
