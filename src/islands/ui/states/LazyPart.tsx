import { type ComponentType, createElement, type ReactNode } from 'react';
import { type Code, useCode } from '../hooks/use-code.ts';
import { ErrorState } from './ErrorState.tsx';

/** An empty link is this page with its query: following it reloads the page. */
const HERE = '';

/** Shown in place of a part whose code could not be loaded. */
export function CodeError({ name, onRetry }: { name: string; onRetry: () => void }) {
  return (
    <ErrorState
      title={`${name} could not be loaded.`}
      detail={
        <>
          Check your connection and try again, or <a href={HERE}>reload the page</a>.
        </>
      }
      onRetry={onRetry}
    />
  );
}

/**
 * A part of a screen whose code loads when it is first rendered. Until then `waiting` is shown, and after a failure an error
 * with a retry button. The part's children are shown even after a failure.
 */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
) {
  const code: Code<ComponentType<Props>> = { load };
  // biome-ignore lint/correctness/noComponentHookFactories: called once per part, at the top of its module
  return function LazyPart(props: Props): ReactNode {
    const { loaded: Part, failed, retry } = useCode(code);
    if (Part !== undefined) return createElement(Part, props);
    if (!failed) return waiting;
    return (
      <>
        <CodeError name={name} onRetry={retry} />
        {'children' in props && (props.children as ReactNode)}
      </>
    );
  };
}
