import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { OTHER_RULE } from '#lib/domain/reports.ts';
import { type ReportForm as ReportFields, ReportFormSchema } from '#lib/schemas/forms/report-form.ts';
import { REPORT_WORDS_MAX } from '#lib/schemas/report.ts';
import { $guidelines } from '#lib/stores/guidelines/guidelines.ts';
import { $momentInAddress } from '#lib/stores/posts/moment.ts';
import { editorForm } from '#lib/stores/posts/post-editor.ts';
import { EMPTY_REPORT, type ReportDialog, reportDraft, sendReport } from '#lib/stores/posts/report.ts';
import { FormDialog } from './FormDialog.tsx';
import styles from './ReasonField.module.css';
import { TextField } from './TextField.tsx';
import { type DraftForm, useDraftForm } from './use-draft-form.ts';

function RuleChoice({ form }: { form: DraftForm<ReportFields> }) {
  const guidelines = useStore($guidelines);
  const error = form.errorOf('rule');
  const errorId = useId();
  return (
    <fieldset className={styles.rules} disabled={form.busy} aria-describedby={error && errorId}>
      <legend className={styles.legend}>Which guideline does it break?</legend>
      {[...guidelines.filter(({ isNoRule }) => !isNoRule), OTHER_RULE].map(({ code, title }) => (
        <label key={code} className={styles.rule}>
          <input
            {...form.register('rule')}
            type="radio"
            value={code}
            aria-invalid={error ? true : undefined}
          />
          {title}
        </label>
      ))}
      {error && (
        <p id={errorId} role="alert" className="negative">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** A report to the moderators: a guideline, words, and the moment of the battle that the page shows (Rule 28.10). */
export function ReportForm({ dialog }: { dialog: ReportDialog }) {
  const { ofReply } = dialog;
  const moment = useStore($momentInAddress);
  const form = useDraftForm({
    schema: ReportFormSchema,
    original: EMPTY_REPORT,
    first: 'rule',
    draft: reportDraft(dialog),
    send: (report) => sendReport(dialog, report, moment),
    ...editorForm,
  });
  return (
    <FormDialog
      form={form}
      size="md"
      title={ofReply ? 'Report this reply' : 'Report this post'}
      action="Report"
    >
      <p>
        Moderators will look at it. The author never learns who reported the {ofReply ? 'reply' : 'post'}, and
        you will be told what became of it.
      </p>
      <RuleChoice form={form} />
      <TextField
        field={form.field('words')}
        label="In your words"
        hint="Optional. Only moderators read this."
        rows={3}
        max={REPORT_WORDS_MAX}
      />
      {moment !== null && !ofReply && (
        <label className={styles.rule}>
          <input {...form.register('withMoment')} type="checkbox" disabled={form.busy} />
          It is about the moment of the battle that the page shows
        </label>
      )}
    </FormDialog>
  );
}
