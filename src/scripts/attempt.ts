/** The result of `use`; null when it throws, because storage is blocked or full. */
export function attempt<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
