import { useStore } from '@nanostores/react';
import { paths } from '#lib/paths.ts';
import { $hasStatements } from '#lib/stores/core/feature.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $ownBan } from '#lib/stores/settings/own-ban.ts';

/** A link to the statement of a decision, for the person it concerns (Rule 31.13). Nothing where the API has no statements. */
export function DecisionLink({ id }: { id: string }) {
  return useStore($hasStatements) && <a href={paths.decision(id)}>Why, and how to object</a>;
}

/** After a sentence: a link to the statement of the ban that keeps the viewer from posting, once it is loaded. */
export function OwnBanLink() {
  const ban = remoteValue(useStore($ownBan));
  return (
    ban && (
      <>
        {' '}
        <DecisionLink id={ban.id} />
      </>
    )
  );
}
