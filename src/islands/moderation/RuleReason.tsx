import { useStore } from '@nanostores/react';
import { Fragment } from 'react';
import { linkedReason } from '#lib/domain/guidelines.ts';
import { paths } from '#lib/paths.ts';
import { $guidelines } from '#lib/stores/guidelines/guidelines.ts';

/** A reason whose guidelines are links. Until they are loaded it is plain text, which has their titles, too. */
export function RuleReason({ reason, rules }: { reason: string; rules: readonly string[] }) {
  const guidelines = useStore($guidelines);
  if (guidelines.length === 0) return reason;
  const parts = linkedReason(reason, rules, guidelines);
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
