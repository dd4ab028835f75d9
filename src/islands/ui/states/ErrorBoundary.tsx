import { Component, type ReactNode } from 'react';
import '../helpers/translated-texts.ts';
import { ErrorState } from './ErrorState.tsx';

interface BoundaryProps {
  /** Names the part of the page, such as "the list of posts". */
  name: string;
  children: ReactNode;
}

/** Shows an error with "Try again" in place of an island that throws; the rest of the page stays. Wrap every island's root. */
export class ErrorBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorState
        title={`Couldn’t show ${this.props.name}.`}
        detail="This part of the page broke. The rest still works."
        onRetry={() => this.setState({ failed: false })}
      />
    );
  }
}
