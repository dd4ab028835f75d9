import { useState } from 'react';
import { regions } from '#lib/regions.ts';
import { runtime } from '#lib/runtime.ts';
import { TICKET_ID_MAX_LENGTH } from '#lib/schemas/written-post.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { cx } from '../ui/helpers/cx.ts';
import styles from './FormDialog.module.css';
import { TextField } from './TextField.tsx';
import type { TextFieldState } from './use-draft-form.ts';

/** How to report a player to the publisher, in this region. */
function SupportHelp({ onClose }: { onClose: () => void }) {
  const links = regions[runtime.region()].supportLinks;
  return (
    <Dialog title="Reporting to Customer Support" onClose={onClose} closeOnOutside>
      <div className={cx('stack', styles.form)}>
        {links === null ? (
          <p>The publisher offers no report form for this region, so there is no ticket ID to enter here.</p>
        ) : (
          <>
            <p>
              Send a report with one of the publisher’s forms, which open in a new tab. The confirmation shows
              your ticket ID. Enter it here, so that staff can find your report.
            </p>
            <ul>
              <li>
                <a href={links.gameplay} target="_blank" rel="noreferrer">
                  Unsporting play or collusion
                </a>
              </li>
              <li>
                <a href={links.chat} target="_blank" rel="noreferrer">
                  Chat and behaviour
                </a>
              </li>
            </ul>
          </>
        )}
        <p>
          Only you, staff and the publisher’s support can see the ID. Others only see that there is a report.
        </p>
      </div>
    </Dialog>
  );
}

/** The ticket id of a report to customer support, with help on how to get one. */
export function TicketField({ field }: { field: TextFieldState }) {
  const [helping, setHelping] = useState(false);
  return (
    <div>
      <TextField
        label="Customer support ticket ID"
        field={field}
        max={TICKET_ID_MAX_LENGTH}
        hint="If you reported this player to customer support."
      />
      <Button size="sm" variant="ghost" onClick={() => setHelping(true)}>
        How do I get a ticket ID?
      </Button>
      {helping && <SupportHelp onClose={() => setHelping(false)} />}
    </div>
  );
}
