/** Which optional calls an API has. The answer is kept for the tab (Rule 17.23). */
/** Key of the tab's storage with the names of the features, separated by spaces. */
export const FEATURES_KEY = 'features';

/** Storage of the tab that never throws. */
interface TabStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
}

/** The features that this tab has stored. Without any, the result of `ask`, which is stored. */
export async function knownFeatures(
  storage: TabStorage,
  ask: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const kept = storage.get(FEATURES_KEY);
  if (kept !== null) return kept.split(' ');
  const features = await ask();
  storage.set(FEATURES_KEY, features.join(' '));
  return features;
}
