import { useStore } from '@nanostores/react';
import { Eye, MessageSquareOff } from 'lucide';
import { type SubmitEventHandler, useId, useLayoutEffect, useRef, useState } from 'react';
import { errorToMessage } from '#lib/client/errors.ts';
import type { Reporter } from '#lib/schemas/review.ts';
import { isBusy } from '#lib/stores/core/task.ts';
import { mute, openedReport, showReporter } from '#lib/stores/moderation/reporters.ts';
import { Refusal } from '../post-editor/Refusal.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { PlayerLink } from '../ui/PlayerLink.tsx';
import { Time } from '../ui/Time.tsx';
import styles from './Reports.module.css';

interface ReportId {
  postId: string;
  reportId: string;
}

/**
 * Refuses further reports of this player for some days. It is always open, so keys wait for
 * it only once it is used (Rule 28.46).
 */
function MuteForm({ postId, reportId }: ReportId) {
  const id = useId();
  const muting = useStore(openedReport(reportId).muting.$state);
  const [days, setDays] = useState('30');
  const isIdle = days === '30' && !isBusy(muting);
  const submit: SubmitEventHandler = (event) => {
    event.preventDefault();
    void mute(postId, reportId, days);
  };
  return (
    <form className="stack" onSubmit={submit} noValidate data-idle={isIdle || undefined}>
      <div className="row">
        <label htmlFor={id}>Refuse this player’s reports for</label>
        <input
          id={id}
          className={styles.days}
          inputMode="numeric"
          autoComplete="off"
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
        days
        <Button type="submit" size="sm" icon={MessageSquareOff} busy={isBusy(muting)}>
          Refuse reports
        </Button>
      </div>
      <Refusal of={muting} title="Couldn’t refuse reports." />
    </form>
  );
}

function Shown({ reporter, ...report }: ReportId & { reporter: Reporter }) {
  const { decided, kept, mutedUntil } = reporter;
  return (
    <>
      <p>
        Reported by <PlayerLink player={reporter} />.{' '}
        {decided === 0
          ? 'No earlier report of theirs was decided.'
          : `Of ${decided === 1 ? '1 decided report' : `${decided} decided reports`} of theirs, the post was kept in ${kept}.`}
      </p>
      {mutedUntil !== null && (
        <p>
          Reports of this player are refused until <Time value={mutedUntil} />.
        </p>
      )}
      <MuteForm key={mutedUntil} {...report} />
    </>
  );
}

/** Who wrote a report: shown only when a moderator asks, because each look is logged (Rule 28.49). */
export function ReporterView({ postId, reportId }: ReportId) {
  const remote = useStore(openedReport(reportId).reporter.$remote);
  const [isAsked, setAsked] = useState(false);
  const show = () => {
    setAsked(true);
    void showReporter(postId, reportId);
  };
  const place = useRef<HTMLDivElement>(null);
  const isReady = remote.status === 'ready';
  useLayoutEffect(() => {
    // The button had the focus and is gone.
    if (isAsked && isReady && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true });
  }, [isAsked, isReady]);
  if (isReady)
    return (
      <div ref={place} className={cx('stack', styles.report)} tabIndex={-1}>
        <Shown postId={postId} reportId={reportId} reporter={remote.value} />
      </div>
    );
  return (
    <div ref={place} className="stack" tabIndex={-1}>
      {isAsked && remote.status !== 'loading' && (
        <Alert tone="danger" title="Couldn’t load who reported this.">
          {remote.status === 'failed' ? errorToMessage(remote.error) : 'The report no longer exists.'}
        </Alert>
      )}
      <div className={styles.show}>
        <Button
          size="sm"
          variant="ghost"
          icon={Eye}
          busy={isAsked && remote.status === 'loading'}
          onClick={show}
        >
          Show who reported this (logged)
        </Button>
      </div>
    </div>
  );
}
