import { useStore } from '@nanostores/react';
import { paths } from '#lib/paths.ts';
import { $hasStatements } from '#lib/stores/core/feature.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $ownBan } from '#lib/stores/settings/own-ban.ts';

/** After a sentence: a link to the statement of the ban that keeps the viewer from posting, once it is loaded (Rule 31.13). */
export function OwnBanLink() {
  const ban = remoteValue(useStore($ownBan));
  const hasStatements = useStore($hasStatements);
  return (
    hasStatements &&
    ban && (
      <>
        {' '}
        <a href={paths.decision(ban.id)}>Why, and how to object</a>
      </>
    )
  );
}
