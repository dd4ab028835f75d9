/** Counts uploaded replays by game version, of which each patch has a new one, and by outcome (rule 15.12). */
import { Counter, type Registry } from 'prom-client';

/** Why an uploaded replay is refused: an unknown class, code, a damaged file, too much work, or anything else. */
export type RefusalCause = 'class' | 'code' | 'damaged' | 'costly' | 'invalid';

/** The outcome of an uploaded replay; `header`: stored, but only its header could be read. */
export type UploadOutcome = 'stored' | 'header' | RefusalCause;

/** Anyone can upload files with invented versions, so only the latest versions are counted. */
const VERSIONS_MAX = 20;

/** Adds the counter to the registry. `byVersion` has the versions in the order of their last uploads. */
export function createUploadCounts(registry: Registry) {
  const counter = new Counter({
    name: 'fleet_karma_replay_uploads_total',
    help: `Uploaded replays by version of the game (the ${VERSIONS_MAX} that were uploaded last) and outcome.`,
    labelNames: ['version', 'outcome'],
    registers: [registry],
  });
  const byVersion = new Map<string, Map<UploadOutcome, number>>();
  const forget = (version: string): void => {
    for (const outcome of byVersion.get(version)?.keys() ?? []) counter.remove({ version, outcome });
    byVersion.delete(version);
  };
  const add = (gameVersion: string | null, outcome: UploadOutcome): void => {
    const version = gameVersion?.split('.').slice(0, 2).join('.') ?? 'unknown';
    const counts = byVersion.get(version) ?? new Map<UploadOutcome, number>();
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    counter.inc({ version, outcome });
    byVersion.delete(version);
    byVersion.set(version, counts);
    const [oldest] = byVersion.keys();
    if (byVersion.size > VERSIONS_MAX && oldest !== undefined) forget(oldest);
  };
  return { add, byVersion };
}
