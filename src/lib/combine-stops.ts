/** One function that calls every one of `stops`: the clean-up of a store or view that follows several things. */
export function combineStops(stops: readonly (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}
