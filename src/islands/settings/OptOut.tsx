import { useStore } from '@nanostores/react';
import { Clock, Save } from 'lucide';
import { type SubmitEventHandler, useEffect, useState } from 'react';
import { SETTINGS_SENTENCES } from '#lib/domain/settings.ts';
import { OPT_OUT_COOLDOWN_DAYS, type ProfileFlags } from '#lib/schemas/profile.ts';
import { isBusy } from '#lib/stores/core/task.ts';
import {
  $optOut,
  $optOutLockedUntil,
  $saving,
  chooseOptOut,
  restoreChoice,
  saveSettings,
} from '#lib/stores/settings/opt-out.ts';
import { Refusal } from '../post-editor/Refusal.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { CheckField } from '../ui/Field.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import { Time } from '../ui/Time.tsx';
import styles from './Settings.module.css';

function Cooldown({ until }: { until: number }) {
  return (
    <p className={styles.warning}>
      <Icon node={Clock} />
      <span>
        {SETTINGS_SENTENCES.cooldown} You can change it again on{' '}
        <Time value={new Date(until).toISOString()} className={styles.date} />.
      </span>
    </p>
  );
}

/** Warns before saving, which cannot be undone for a week. */
function ConfirmOptOut(props: { busy: boolean; onConfirm: () => void; onCancel: () => void }) {
  return (
    <ConfirmDialog title="Opt out of the platform?" action="Opt out" danger {...props}>
      <p>From now on:</p>
      <ul className={styles.effects}>
        <li>Your metrics on this site and the posts you received are hidden from other players.</li>
        <li>You cannot post on other players’ profiles.</li>
        <li>The posts you wrote stay.</li>
      </ul>
      <p>
        <strong>You cannot change this again for {OPT_OUT_COOLDOWN_DAYS} days.</strong>
      </p>
    </ConfirmDialog>
  );
}

/** The opt-out form. Disabled for banned users, during the cooldown, and while the flags are unknown (null). */
export function OptOut({ flags }: { flags: ProfileFlags | null }) {
  const optOut = useStore($optOut);
  const saving = useStore($saving);
  useEffect(restoreChoice, []);
  const until = useStore($optOutLockedUntil);
  const busy = isBusy(saving);
  const locked = flags === null || flags.postsBanned || until !== null;
  const [asking, setAsking] = useState(false);
  const submit: SubmitEventHandler = (event) => {
    event.preventDefault();
    if (flags === null || flags.postsBanned) return;
    if (optOut && !flags.optedOut) setAsking(true);
    else void saveSettings();
  };
  // Open until there is an answer: the second click of a double click would otherwise hit what is below the button.
  const confirm = async () => {
    await saveSettings();
    setAsking(false);
  };
  return (
    <>
      <form className={cx('stack', styles.part)} onSubmit={submit} aria-labelledby="opt-out">
        <h3 id="opt-out">Opt Out</h3>
        <CheckField
          label="Opt out of the platform"
          hint={
            <>
              Opting out publicly hides your metrics on this site and the posts you received, and you cannot
              post on other players’ profiles. Existing posts stay. The opt-out is independent of the
              visibility settings of your game account. After a change, you cannot change it again for{' '}
              {OPT_OUT_COOLDOWN_DAYS} days.
            </>
          }
          checked={optOut ?? false}
          disabled={locked}
          // Not `disabled`: saving with Enter would lose the focus.
          aria-disabled={busy || undefined}
          onChange={(event) => chooseOptOut(event.target.checked)}
        />
        {until !== null && <Cooldown until={until} />}
        <Refusal of={saving} title="Couldn’t save your changes." />
        <div className={cx('row', styles.actions)}>
          <Button
            type="submit"
            variant="primary"
            icon={Save}
            busy={busy}
            disabled={flags === null || flags.postsBanned}
          >
            Save
          </Button>
        </div>
      </form>
      {asking && <ConfirmOptOut busy={busy} onConfirm={confirm} onCancel={() => busy || setAsking(false)} />}
    </>
  );
}
