/** The API of the release before, which writes data that this release opens. */
import { run } from '#scripts/support/processes.ts';
import { unpackRelease } from '#scripts/testing/former-release.ts';
import { startCommand } from '#tests/support/commands.ts';

/** Unpacks the release into `folder` and runs `use` while its API serves the embedded database in `env.DATA_DIR`. */
export async function withFormerApi<T>(
  { commit, folder }: { commit: string; folder: string },
  env: Readonly<Record<string, string>>,
  use: () => Promise<T>,
): Promise<T> {
  await unpackRelease(commit, folder);
  const settings = { PATH: process.env.PATH, MIGRATE_AT_START: 'true', STOP_DELAY: '0', ...env };
  const { child, exited, printed } = startCommand(process.execPath, ['api/main.ts'], settings, {
    cwd: folder,
  });
  await printed(/listening on/);
  const result = await use();
  child.kill('SIGTERM');
  const code = await exited;
  if (code !== 0) throw new Error(`The release before ended with code ${code}.`);
  // The caller may be root, and the folder another user's.
  await run('chown', ['--recursive', `--reference=${env.DATA_DIR}`, env.DATA_DIR ?? '']);
  return result;
}
