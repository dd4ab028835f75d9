/**
 * `client:event="focusin"`: hydrates an island when the event first happens in it, so that nothing loads before the island is
 * used.
 */
export default function eventDirective(
  load: () => Promise<() => Promise<void>>,
  { value }: { value: string },
  island: HTMLElement,
): void {
  const start = async (): Promise<void> => (await load())();
  island.addEventListener(value, start, { once: true });
}
