import { useStore } from '@nanostores/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { errorToMessage } from '#lib/client/errors.ts';
import { paths } from '#lib/paths.ts';
import { $clan, $clanView, retryClan } from '#lib/stores/clan/clan.ts';
import { keepPlace } from '#lib/stores/core/places.ts';
import { Button } from '../ui/Button.tsx';
import { ClanTag } from '../ui/ClanTag.tsx';
import { Emblem } from '../ui/Emblem.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { AsDelivered, useInterruptibleFirst } from '../ui/hooks/smooth-drawing.ts';
import { usePageTitle } from '../ui/hooks/use-page-title.ts';
import { useCanonical } from '../ui/hooks/use-search-engines.ts';
import panel from '../ui/IdentityPanel.module.css';
import { Markdown } from '../ui/Markdown.tsx';
import { isHigherThanPlace, useFold } from '../ui/post/use-fold.ts';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import { NotFound } from '../ui/states/NotFound.tsx';
import { Loading, Skeleton } from '../ui/states/Skeleton.tsx';
import styles from './Clan.module.css';
import { ClanFacts, ClanHeader, MixedKarma } from './ClanHeader.tsx';
import { ClanMembers } from './ClanMembers.tsx';
import { ClanMetrics } from './ClanMetrics.tsx';

/** Also shown when the lookup fails, below the reason (Rule 6.12). */
const NOT_FOUND = 'Sorry, no clan was found.';

/**
 * The clan's outline while it loads. `early-clan.ts` writes tag, name and description into the one of the page, where the screen
 * will draw them. It has the address of a statistics page as `early`, whose facts are as tall as those of the clan.
 */
export function ClanSkeleton({ early }: { early?: string }) {
  return (
    <div className={cx('stack', styles.screen)} data-early-clan={early && ''}>
      <Loading />
      <div className={panel.panel}>
        <div className={cx(panel.head, styles.head)}>
          <Emblem flags="NN" className={styles.emblem} />
          <div className={styles.identity}>
            <h1 className={panel.name}>
              <span className="visually-hidden">Clan</span>
              <span hidden>
                <ClanTag tag="Tag" />
                <bdi translate="no" />
              </span>
            </h1>
          </div>
          <MixedKarma value={0} blank />
        </div>
        {early ? (
          <div className={styles.blank}>
            <ClanFacts statisticsUrl={early} />
          </div>
        ) : (
          <div className={styles.waiting}>
            <Skeleton className={styles.facts} />
          </div>
        )}
      </div>
      <div className={styles.about}>
        <div className={styles.part} data-description="" hidden>
          <h2>Description</h2>
          <section className={styles.description}>
            <div className={styles.text}>
              <Markdown source="Text" />
            </div>
          </section>
        </div>
        <Skeleton className={styles.metrics} />
      </div>
      <Skeleton shape="row" count={8} />
    </div>
  );
}

/** The description; where it has no room for all of it, it fades out until "Show all" (Rule 30.20). */
function Description({ source }: { source: string }) {
  const { ref, isLong, isFolded, toggle } = useFold(isHigherThanPlace);
  return (
    <section
      className={styles.description}
      aria-labelledby="clan-description"
      data-open={(isLong && !isFolded) || undefined}
    >
      <div ref={ref} className={styles.text} data-folded={isFolded || undefined}>
        <Markdown source={source} />
      </div>
      {isLong && (
        <Button size="sm" aria-expanded={!isFolded} onClick={toggle}>
          {isFolded ? 'Show all' : 'Show less'}
        </Button>
      )}
    </section>
  );
}

function ClanPage() {
  const view = useStore($clanView);
  useCanonical(view && paths.clan(view.clan));
  usePageTitle(view && `[${view.clan.tag}] ${view.clan.name}`);
  if (view === undefined) return <ClanSkeleton />;
  const { clan } = view;
  return (
    <>
      <ClanHeader view={view} />
      <div className={styles.about}>
        {clan.description.trim() !== '' && (
          <div className={styles.part}>
            <h2 id="clan-description">Description</h2>
            <ErrorBoundary name="the description">
              <Description source={clan.description} />
            </ErrorBoundary>
          </div>
        )}
        <ClanMetrics metrics={view.metrics} />
      </div>
      <ErrorBoundary name="the member table">
        <ClanMembers />
      </ErrorBoundary>
    </>
  );
}

/** A clan's page: header, description, metrics and members. `early` is drawn before this code has loaded. */
export function Clan({ early }: { early?: ReactNode }) {
  const clan = useInterruptibleFirst(useStore($clan, { ssr: 'initial' }));
  useLayoutEffect(() => keepPlace(clan), [clan]);
  const { status, ...remote } = clan;
  return (
    <div className={cx('stack screen', styles.screen)}>
      <ErrorBoundary name="the clan">
        {status === 'loading' && (
          <AsDelivered slot={early}>
            <ClanSkeleton />
          </AsDelivered>
        )}
        {status === 'not-found' && (
          <NotFound heading="Clan not found" sentence={NOT_FOUND} href={paths.clans} action="Search clans">
            It may have been disbanded, or belong to another region.
          </NotFound>
        )}
        {'error' in remote && (
          <>
            <h1 className="visually-hidden">Clan</h1>
            <ErrorState
              title="Couldn’t load the clan."
              detail={
                <>
                  <p>{errorToMessage(remote.error)}</p>
                  <p>{NOT_FOUND}</p>
                </>
              }
              onRetry={retryClan}
            />
          </>
        )}
        {status === 'ready' && <ClanPage />}
      </ErrorBoundary>
    </div>
  );
}
