import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { ErrorState } from './ErrorState.tsx';

/**
 * A part of a screen whose code loads when it is first drawn; `waiting` stands in its place until then. A file that could
 * not be had is said, by the part's name, and can be asked for again, which `React.lazy` does not do.
 */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
) {
  let loaded: ComponentType<Props> | undefined;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, where its module is loaded
  return function LazyPart(props: Props): ReactNode {
    const [failed, setFailed] = useState(false);
    const [, draw] = useState({});
    useEffect(() => {
      if (loaded !== undefined || failed) return;
      load().then(
        (part) => {
          loaded = part;
          draw({});
        },
        () => setFailed(true),
      );
    }, [failed]);
    if (loaded !== undefined) return createElement(loaded, props);
    if (!failed) return waiting;
    return (
      <ErrorState
        title={`${name} could not be loaded.`}
        detail="Check your connection and try again."
        onRetry={() => setFailed(false)}
      />
    );
  };
}
