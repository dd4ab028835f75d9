import { type ComponentType, createElement, type ElementType, Fragment, type ReactNode } from 'react';
import { useNextFrame, warmUp } from '../hooks/smooth-drawing.ts';
import { type Code, useCode } from '../hooks/use-code.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ErrorState } from './ErrorState.tsx';

/** An empty link is this page with its query: following it reloads the page. */
const HERE = '';

/**
 * A part of a screen whose code loads when it is first rendered. Until then `waiting` is shown, and after a failure an error
 * with a retry button, both inside `Frame`. The part's children are shown even after a failure.
 * A part that throws is an error, too. A part with a frame is loaded and drawn one frame after it. `preload` loads the code
 * before that, but not in the frame of a press: requesting its files takes slow phones long.
 */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
  Frame: ElementType<{ children: ReactNode }> = Fragment,
) {
  const code: Code<ComponentType<Props>> = { load };
  function LazyPart(props: Props): ReactNode {
    const isFramed = useNextFrame<boolean>(true, Frame === Fragment);
    const { loaded: Part, failed, retry } = useCode(code, isFramed);
    if (Part !== undefined && isFramed)
      return <ErrorBoundary name={name}>{createElement(Part, props)}</ErrorBoundary>;
    if (!failed) return <Frame>{waiting}</Frame>;
    return (
      <>
        <Frame>
          <ErrorState
            title={`Couldn’t load ${name}.`}
            detail={
              <>
                Check your connection and try again, or <a href={HERE}>reload the page</a>.
              </>
            }
            onRetry={retry}
          />
        </Frame>
        {'children' in props && (props.children as ReactNode)}
      </>
    );
  }
  const loadCode = () =>
    code.load().then(
      (part) => {
        code.loaded = part;
      },
      () => {},
    );
  const preload = () => void requestAnimationFrame(() => warmUp(loadCode));
  return Object.assign(LazyPart, { preload });
}
