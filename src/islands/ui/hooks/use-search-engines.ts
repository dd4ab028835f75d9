/** Writes into a page's head for search engines that run scripts (rule 23.14). */
import { useEffect } from 'react';

/** Names the page's one address, whatever name the address in use has; without a path nothing changes. */
export function useCanonical(path: string | undefined): void {
  useEffect(() => {
    if (path === undefined) return;
    const link =
      document.querySelector<HTMLLinkElement>('link[rel=canonical]') ?? document.createElement('link');
    link.rel = 'canonical';
    link.href = document.documentElement.dataset.site + path;
    document.head.append(link);
  }, [path]);
}

/** Keeps the page out of search engines while the component is shown, unless `isHidden` is false. */
export function useNoindex(isHidden = true): void {
  useEffect(() => {
    if (!isHidden) return;
    const meta = document.createElement('meta');
    meta.name = 'robots';
    meta.content = 'noindex';
    document.head.append(meta);
    return () => meta.remove();
  }, [isHidden]);
}
