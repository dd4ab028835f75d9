import { Component, type ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';

/** The page itself, query and all: following it loads the page anew. */
const HERE = '';

interface BoundaryProps {
  /** Names what broke: "The list of posts". */
  name: string;
  children: ReactNode;
}

/**
 * Keeps one broken island from blanking the page; "Try again" draws it anew. Wrap every island's root. When that did
 * not help the page can be reloaded: some browsers never ask again for a file of code that they could not have once.
 */
export class ErrorBoundary extends Component<BoundaryProps, { failed: boolean; tried?: boolean }> {
  override state = { failed: false, tried: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { failed, tried } = this.state;
    if (!failed) return this.props.children;
    return (
      <ErrorState
        title={`${this.props.name} could not be shown.`}
        detail={tried ? <a href={HERE}>Reload the page</a> : 'The rest of the page still works.'}
        onRetry={() => this.setState({ failed: false, tried: true })}
      />
    );
  }
}
