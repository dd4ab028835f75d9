import { Component, type ReactNode } from 'react';
import '../helpers/translated-texts.ts';
import { ErrorState } from './ErrorState.tsx';
import styles from './State.module.css';

interface BoundaryProps {
  /** Names the part of the page, such as "the list of posts". */
  name: string;
  children: ReactNode;
}

/** Shows an error with "Try again" in place of an island that throws; the rest of the page stays. Wrap every island's root. */
export class ErrorBoundary extends Component<BoundaryProps, { failed: boolean; drawn: number }> {
  override state = { failed: false, drawn: 0 };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { failed, drawn } = this.state;
    const { name, children } = this.props;
    if (!failed && drawn === 0) return children;
    // A new element each time, because something else may have moved what was in the last one.
    return (
      <div key={`${drawn} ${failed}`} className={styles.part}>
        {failed ? (
          <ErrorState
            title={`Couldn’t show ${name}.`}
            detail="This part of the page broke. The rest still works."
            onRetry={() => this.setState({ failed: false, drawn: drawn + 1 })}
          />
        ) : (
          children
        )}
      </div>
    );
  }
}
