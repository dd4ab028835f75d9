import { useStore } from '@nanostores/react';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $hasStatements } from '#lib/stores/session/feature.ts';
import { $ownBan } from '#lib/stores/settings/own-ban.ts';
import { WhyLink } from '../ui/WhyLink.tsx';

/** The link for the ban that keeps the viewer from posting, once it is loaded (Rule 31.13). */
export function OwnBanLink() {
  const ban = remoteValue(useStore($ownBan));
  const hasStatements = useStore($hasStatements);
  return hasStatements && <WhyLink id={ban?.id} />;
}
