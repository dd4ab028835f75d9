import { Component, type ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import styles from './State.module.css';

/**
 * Keeps React working on a translated page ([decision 55](../../../../docs/decisions/0055-english-only.md)). Translations of
 * browsers replace text nodes by elements. React, which still holds the texts, would change what is no longer shown, and fail
 * when it removes one. So a replaced text returns to its place before React uses it, and the translation treats it as new.
 */

const replacements = new WeakMap<Text, ChildNode>();

function note(records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const [text] = removedNodes;
    if (!(text instanceof Text)) continue;
    // Some insert the element first and then remove the text.
    const inserted = [previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
    const replacement = (addedNodes[0] ?? inserted) as ChildNode | undefined;
    if (replacement) replacements.set(text, replacement);
  }
}

/** Follows what is drawn from now on, for as long as the page is open. */
function followTranslations(): void {
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });
  const restore = (node: Node | null): void => {
    if (!(node instanceof Text) || node.parentNode) return;
    note(observer.takeRecords());
    const replacement = replacements.get(node);
    replacements.delete(node);
    replacement?.replaceWith(node);
  };
  for (const name of ['appendChild', 'insertBefore', 'removeChild'] as const) {
    const native = Node.prototype[name] as (...nodes: (Node | null)[]) => Node;
    Object.assign(Node.prototype, {
      [name](this: Node, ...nodes: (Node | null)[]) {
        nodes.forEach(restore);
        return native.apply(this, nodes);
      },
    });
  }
  Object.defineProperty(Text.prototype, 'nodeValue', {
    configurable: true,
    get(this: Text) {
      return this.data;
    },
    set(this: Text, value: string | null) {
      restore(this);
      this.data = value ?? '';
    },
  });
}

// Once: tests load modules again.
if (typeof document !== 'undefined' && !Object.hasOwn(Text.prototype, 'nodeValue')) followTranslations();

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
