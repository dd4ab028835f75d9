/**
 * `client:first-use="focusin input"`: hydrates an island when one of these events first happens in it, so that
 * nothing loads before the island is used.
 */
export default function firstUseDirective(
  load: () => Promise<() => Promise<void>>,
  { value }: { value: string },
  island: HTMLElement,
): void {
  const names = value.split(' ');
  const start = async (): Promise<void> => {
    for (const name of names) island.removeEventListener(name, start);
    await (await load())();
  };
  for (const name of names) island.addEventListener(name, start);
}
