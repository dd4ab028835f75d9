import { useState } from 'react';
import { TICKET_ID_MAX_LENGTH } from '#lib/schemas/post.ts';
import { supportLinks } from '#lib/stores/posts/post-editor.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import styles from './FormDialog.module.css';
import { TextField, type TextFieldState } from './TextField.tsx';

/** Where and how to report a player to the publisher, for this region. */
function SupportHelp({ onClose }: { onClose: () => void }) {
  const links = supportLinks();
  return (
    <Dialog open title="Reporting to Customer Support" onClose={onClose} closeOnOutside>
      <div className={styles.form}>
        {links === null ? (
          <p>The publisher offers no report form for this region, so there is no ticket ID to enter here.</p>
        ) : (
          <>
            <p>
              Send a report with one of the publisher’s forms, which open in a new tab. Its confirmation has
              the ticket ID: enter it here, so that staff can find your report.
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
        <p>Only you and staff can see the ID; others read that there is a report.</p>
      </div>
    </Dialog>
  );
}

/** The ticket id of a report to customer support, with help on how to get one. */
export function TicketField({ readOnly, ...field }: TextFieldState & { readOnly: boolean }) {
  const [helping, setHelping] = useState(false);
  return (
    <div>
      <TextField
        {...field}
        label="Customer support ticket ID"
        readOnly={readOnly}
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
