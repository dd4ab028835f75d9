import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { paths } from '#lib/paths.ts';
import { REVIEW_TABS, REVIEWS_COUNT_MAX, type ReviewCounts } from '#lib/schemas/review.ts';
import { $reviewCounts } from '#lib/stores/moderation/counts.ts';
import {
  $queueTab,
  QUEUE_TABS,
  type QueueTab,
  showTab,
  tabHref,
} from '#lib/stores/moderation/review-list.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { onPlainClick } from '../ui/helpers/link-click.ts';
import { Tabs } from '../ui/Tabs.tsx';

const LABELS: Record<QueueTab, string> = {
  reported: 'Reported',
  advised: 'Advised',
  new: 'Unreviewed',
  objections: 'Objections',
  decided: 'Decided',
};

function countOf(counts: ReviewCounts | null, tab: QueueTab): number | string | undefined {
  if (tab === 'decided') return undefined;
  // Keeps the place of a number that has not arrived.
  const count = counts === null ? '\u2007' : counts[tab];
  return typeof count === 'number' && count >= REVIEWS_COUNT_MAX ? `${REVIEWS_COUNT_MAX}+` : count;
}

/** The tabs of the queue. An API without objections has three. */
export function QueueTabs() {
  const counts = useStore($reviewCounts);
  const current = useStore($queueTab) ?? 'reported';
  const hasAll =
    counts === null || counts.objections !== undefined || !REVIEW_TABS.some((tab) => tab === current);
  // Where the tabs scroll sideways, the current one is in the middle. The page itself does not move.
  useEffect(() => {
    const tab = document.querySelector(`[data-queue] nav a[href="${tabHref(current)}"]`);
    const list = tab?.closest('ul');
    if (!tab || !list) return;
    const [all, one] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
    list.scrollLeft += one.left + one.width / 2 - (all.left + all.width / 2);
  }, [current]);
  return (
    <Tabs
      label="Posts to decide about"
      ids={hasAll ? QUEUE_TABS : REVIEW_TABS}
      labels={LABELS}
      current={current}
      hrefOf={tabHref}
      countOf={(id) => countOf(counts, id)}
      onNavigate={showTab}
    />
  );
}

/** From an empty tab to the first one with something to decide; without any, to the latest posts. */
export function WayOn() {
  const counts = useStore($reviewCounts);
  const tab = QUEUE_TABS.find((id) => id !== 'decided' && (counts?.[id] ?? 0) > 0);
  if (tab === undefined) return <ButtonLink href={paths.posts}>Latest posts</ButtonLink>;
  return (
    <ButtonLink href={tabHref(tab)} onClick={onPlainClick(() => showTab(tab))}>
      {LABELS[tab]} ({countOf(counts, tab)})
    </ButtonLink>
  );
}
