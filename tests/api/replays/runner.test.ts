import { expect, test, vi } from 'vitest';
import type { Deps } from '#api/calls/core/route.ts';
import { ReadOnlyMode } from '#api/db/read-only.ts';
import { createReplayJobs } from '#api/jobs/replays/runner.ts';
import { REGION_IDS } from '#lib/regions.ts';

test('goes on when the claims of an earlier process cannot be released at the start', async () => {
  const write = vi.fn().mockResolvedValue(null);
  write.mockRejectedValueOnce(new Error('The database is away.'));
  const onError = vi.fn();
  const jobs = createReplayJobs({
    config: { minimapRenderer: null } as Deps['config'],
    database: {
      kind: 'embedded',
      regions: REGION_IDS,
      readOnly: new ReadOnlyMode(),
      write,
      read: async () => false,
    } as unknown as Deps['database'],
    files: {} as Deps['files'],
    decoder: { decodeInBackground: vi.fn(), thumbnail: vi.fn() },
    onError,
  });
  jobs.start();
  await jobs.wake();
  expect(onError).toHaveBeenCalledOnce();
  write.mockClear();
  await jobs.wake();
  expect(write).toHaveBeenCalled();
  await jobs.close();
});
