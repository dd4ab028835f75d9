/** Switches read-only mode while the process runs (rule 22.11). */
import type { ReadOnlyMode } from '#api/db/read-only.ts';

/**
 * Switches the mode at every SIGUSR2 (SIGUSR1 starts Node's debugger). `log` receives a line after each switch, and at once when the
 * mode is on.
 */
export function switchOnSignal(readOnly: ReadOnlyMode, log: (text: string) => void): void {
  const report = (): void =>
    log(
      readOnly.isOn
        ? 'Read-only mode is on: reads work, nothing is stored. SIGUSR2 ends it.'
        : 'Read-only mode is off.',
    );
  readOnly.onSwitch(report);
  if (readOnly.isOn) report();
  process.on('SIGUSR2', () => readOnly.toggle());
}
