/** URLs of what belongs to the replay of the shown post. It loads with the parts that draw the replay. */
import { computed } from 'nanostores';
import { replayFileUrl } from '#lib/client/replay.ts';
import { runtime } from '#lib/runtime.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $post, $replay } from '#lib/stores/posts/post.ts';

function mediaUrl(uri: string | null = null): string | null {
  const base = runtime.apiOrigin();
  if (uri === null || !URL.canParse(uri, base)) return null;
  const url = new URL(uri, base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/**
 * URLs of the replay's file, video and timeline, absolute http(s), null where there is none; undefined while the replay loads.
 * The file needs only the replay's id.
 */
export const $replayLinks = computed([$post, $replay], (remotePost, remote) => {
  const value = remoteValue(remote);
  const id = remoteValue(remotePost)?.replayId;
  if (value === undefined)
    return id && remote.status !== 'loading'
      ? { file: replayFileUrl(id), minimap: null, timeline: null }
      : undefined;
  return {
    file: value.downloadUri === null ? null : (mediaUrl(value.downloadUri) ?? replayFileUrl(value.id)),
    minimap: mediaUrl(value.minimapUri),
    timeline: mediaUrl(value.timelineUri),
  };
});
