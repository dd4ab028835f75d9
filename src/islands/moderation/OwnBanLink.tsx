import { useStore } from '@nanostores/react';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $ownBan } from '#lib/stores/settings/own-ban.ts';
import { DecisionLink } from './DecisionLink.tsx';

/** After a sentence about it: a link to the statement of the ban that keeps the viewer from posting, once it is loaded. */
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
