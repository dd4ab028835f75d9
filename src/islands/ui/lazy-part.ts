import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

/**
 * A part of a screen whose code loads when it is first drawn; `waiting` stands in its place until then. Where the file
 * could not be had, the `ErrorBoundary` above says so, and its "Try again" asks for it again: `React.lazy` would not.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
) {
  let loaded: ComponentType<Props> | undefined;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, where its module is loaded
  return function LazyPart(props: Props): ReactNode {
    const [attempt, setAttempt] = useState<{ error?: unknown }>({});
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (part) => {
          loaded = part;
          setAttempt({});
        },
        (error) => setAttempt({ error }),
      );
    }, []);
    if (attempt.error !== undefined) throw attempt.error;
    return loaded === undefined ? waiting : createElement(loaded, props);
  };
}
