/** Logs each problem of a call once, until the call works again. */
import type { PublisherError } from '#api/publisher/publisher-error.ts';
import type { RegionId } from '#lib/regions.ts';

/** Receives what an operator should know. */
export type Log = (
  level: 'warn' | 'info',
  details: Readonly<Record<string, string>>,
  message: string,
) => void;

/** Reports how calls ended. */
export interface Reporter {
  failed(region: RegionId, call: string, failure: PublisherError): void;
  succeeded(region: RegionId, call: string): void;
}

/** Creates a reporter. */
export function createReporter(log: Log): Reporter {
  const reported = new Map<string, Set<string>>();
  return {
    failed(region, call, { kind, message: problem }) {
      const key = `${region} ${call}`;
      const kinds = reported.get(key) ?? new Set();
      if (kinds.has(kind)) return;
      reported.set(key, kinds.add(kind));
      log('warn', { region, call, kind, problem }, 'no usable answer from the publisher');
    },
    succeeded(region, call) {
      if (reported.delete(`${region} ${call}`)) log('info', { region, call }, 'the publisher answers again');
    },
  };
}
