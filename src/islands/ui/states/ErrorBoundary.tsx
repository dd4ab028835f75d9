import { Component, type ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';

interface BoundaryProps {
  /** Names what broke: "The list of posts". */
  name: string;
  children: ReactNode;
}

/** Keeps one broken island from blanking the page; "Try again" draws it anew. Wrap every island's root. */
export class ErrorBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorState
        title={`${this.props.name} could not be shown.`}
        detail="Something in this part of the page broke. The rest of the page still works."
        onRetry={() => this.setState({ failed: false })}
      />
    );
  }
}
