import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Form } from './Form.tsx';
import styles from './FormDialog.module.css';
import type { FormState } from './use-draft-form.ts';

/** The frame of forms: a dialog, unless the screen has a place for them. */
export const FormFrame = createContext<ComponentType<ComponentProps<typeof Dialog>>>(Dialog);

interface FormDialogProps {
  form: FormState;
  title: string;
  size?: 'md' | 'lg' | undefined;
  /** The text of the button that sends. */
  action: string;
  danger?: boolean | undefined;
  /** It was opened by its draft and not by the user, so that the keys of the screen still work. */
  idle?: boolean | undefined;
  /** Why the form may not be sent yet. */
  blocked?: string | undefined;
  children: ReactNode;
}

/** A form in a dialog or a screen’s own frame, with its buttons below. */
export function FormDialog({ form, title, size = 'lg', children, ...rest }: FormDialogProps) {
  const { busy, onLeave } = form;
  const Frame = use(FormFrame);
  const formId = useId();
  const reasonId = useId();
  const submit = useRef<HTMLButtonElement>(null);
  // A control that is disabled or removed while the form is sent loses the focus.
  useLayoutEffect(() => {
    if (busy && document.activeElement?.matches('body, :disabled')) submit.current?.focus();
  }, [busy]);
  return (
    <Frame
      size={size}
      title={title}
      onClose={onLeave}
      footer={
        <>
          {rest.blocked ? (
            <small id={reasonId} className={styles.blocked}>
              {rest.blocked}
            </small>
          ) : (
            <small className={styles.keys}>
              <kbd>Ctrl</kbd> + <kbd>Enter</kbd> to send (<kbd>⌘</kbd> on a Mac)
            </small>
          )}
          <Button variant="ghost" className={styles.leave} onClick={onLeave}>
            {busy ? 'Stop sending' : 'Cancel'}
          </Button>
          <Button
            ref={submit}
            type="submit"
            form={formId}
            variant={rest.danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={rest.blocked !== undefined}
            aria-describedby={rest.blocked && reasonId}
          >
            {rest.action}
          </Button>
        </>
      }
    >
      <Form
        form={form}
        id={formId}
        data-idle={rest.idle || undefined}
        className={cx('stack', styles.form, 'blocked' in rest && styles.consenting)}
      >
        {children}
      </Form>
    </Frame>
  );
}
