import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';

/** How long the button shows the outcome, in milliseconds. */
export const COPIED_MS = 3000;

interface CopyButtonProps {
  /** The text to copy. */
  text: string;
  className?: string | undefined;
}

/** Copies a text. It shows "Copied" for 3 seconds after a click, then "Copy" (Rule 8.12). */
export function CopyButton({ text, className }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'Copied' | 'Not copied' | null>(null);
  const [clicks, setClicks] = useState(0);

  useEffect(() => {
    if (clicks === 0) return;
    const timer = setTimeout(() => setOutcome(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [clicks]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied');
    } catch {
      // Refused by the browser, or not a secure page: the user can still select and copy the text.
      setOutcome('Not copied');
    }
    setClicks((count) => count + 1);
  };

  return (
    <Button size="sm" variant="ghost" className={className} onClick={copy}>
      <span aria-live="polite">{outcome ?? 'Copy'}</span>
    </Button>
  );
}
