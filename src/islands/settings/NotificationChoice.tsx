import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { MUTABLE_TYPES } from '#lib/domain/notifications.ts';
import { $muted, followMuted, setMuted } from '#lib/stores/notifications/muted.ts';
import { CheckField } from '../ui/Field.tsx';

const LABELS: Readonly<Record<(typeof MUTABLE_TYPES)[number], string>> = {
  2: 'New posts about you',
  3: 'Edits of posts about you',
  4: 'Deletions of posts about you',
};

/** Chooses which notifications appear on this device. */
export function NotificationChoice() {
  const muted = useStore($muted);
  useEffect(followMuted, []);
  return (
    <>
      <p className="soft">
        On this device. You are always notified of moderators’ actions, bans and decisions on your reports.
      </p>
      {MUTABLE_TYPES.map((type) => (
        <CheckField key={type} label={LABELS[type]}>
          {(control) => (
            <input
              {...control}
              type="checkbox"
              checked={!muted.includes(type)}
              onChange={({ currentTarget }) => setMuted(type, !currentTarget.checked)}
            />
          )}
        </CheckField>
      ))}
    </>
  );
}
