import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { ErrorState } from './ErrorState.tsx';

/** The page itself, query and all: following it loads the page anew. */
const HERE = '';

/**
 * A part of a screen whose code loads when it is first drawn; `waiting` stands in its place until then. A file that could
 * not be had is said, by the part's name, and can be asked for again, which `React.lazy` does not do. Some browsers never
 * ask again for a file that they could not have: the second time the page can be reloaded. Children are what the part
 * lets follow when it is complete; they do not fail with it.
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
    const [tried, setTried] = useState(false);
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
      <>
        <ErrorState
          title={`${name} could not be loaded.`}
          detail={tried ? <a href={HERE}>Reload the page</a> : 'Check your connection and try again.'}
          onRetry={() => {
            setTried(true);
            setFailed(false);
          }}
        />
        {'children' in props && (props.children as ReactNode)}
      </>
    );
  };
}
