import { useStore } from '@nanostores/react';
import { Fragment } from 'react';
import { linkedReason } from '#lib/domain/guidelines.ts';
import { isStaff } from '#lib/domain/permissions.ts';
import { OTHER_RULE } from '#lib/domain/reports.ts';
import { paths } from '#lib/paths.ts';
import { $guidelines } from '#lib/stores/guidelines/guidelines.ts';
import { $viewer } from '#lib/stores/session/session.ts';

/** A reason whose guidelines are links. Until they are loaded it is plain text, which has their titles, too. */
export function RuleReason({ reason, rules }: { reason: string; rules: readonly string[] }) {
  const guidelines = useStore($guidelines);
  const viewer = useStore($viewer);
  if (guidelines.length === 0) return reason;
  // Without a heading, a code is any text that a client has sent.
  const isShown = (rule: string) => isStaff(viewer) || guidelines.some(({ code }) => code === rule);
  const shown = rules.map((rule) => (isShown(rule) ? rule : OTHER_RULE.code));
  const parts = linkedReason(reason, shown, guidelines);
  return (
    <>
      {parts.rules.map(({ code, line }) => (
        <Fragment key={code}>
          {line === undefined ? (
            `${code}. `
          ) : (
            <>
              <a href={`${paths.guidelines}#${encodeURIComponent(code)}`} lang="en">
                {line}
              </a>{' '}
            </>
          )}
        </Fragment>
      ))}
      {parts.words}
    </>
  );
}

/** The title of a guideline that a report names; a code that the guidelines lack is shown as it is. */
export function RuleTitle({ code }: { code: string }) {
  return [...useStore($guidelines), OTHER_RULE].find((rule) => rule.code === code)?.title ?? code;
}

/** The same with a link to the guideline. */
export function Rule({ code }: { code: string }) {
  const isKnown = useStore($guidelines).some((rule) => rule.code === code);
  if (!isKnown) return <RuleTitle code={code} />;
  return (
    <a href={`${paths.guidelines}#${encodeURIComponent(code)}`} target="_blank" rel="noopener">
      <RuleTitle code={code} />
    </a>
  );
}
