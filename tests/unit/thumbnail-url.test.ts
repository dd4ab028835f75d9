import { afterEach, expect, test, vi } from 'vitest';
import { callPath } from '#lib/client/client.ts';
import { runtime } from '#lib/runtime.ts';
import { getThumbnail } from '#lib/schemas/calls/replay.ts';
import { thumbnailUrl } from '#lib/thumbnail-url.ts';

afterEach(() => vi.restoreAllMocks());

test('the address of a thumbnail is that of its call, at the API', () => {
  vi.spyOn(runtime, 'apiOrigin').mockReturnValue('https://api.example.org');
  const replayId = '1b4e28ba-2fa1-4d3e-883f-0016d3cca427';
  const path = callPath(getThumbnail, { params: { replayId }, query: { v: '0123456789ab' } });
  expect(thumbnailUrl(replayId, '0123456789ab')).toBe(`https://api.example.org${path}`);
});
