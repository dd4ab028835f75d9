import { startTransition, useEffect, useRef, useState } from 'react';
import { runtime } from '#lib/runtime.ts';

/** Code that loads on demand. Create it at the top of a module, so that the loaded code is kept. */
export interface Code<T> {
  load: () => Promise<T>;
  loaded?: T;
}

/**
 * Reloads the page if it can be reached: some browsers refuse a module whose file once failed to load until the page is loaded
 * again.
 */
async function reload(): Promise<void> {
  const { href } = runtime.location();
  const page = await runtime.fetch(href, { method: 'HEAD' }).catch(() => null);
  if (page?.ok) runtime.reload();
}

/**
 * Loads code while it is `wanted`, and draws with it in slices. A failure is cleared when the code is no longer wanted. `retry`
 * loads the code again, and if that fails, too, reloads the page; drafts are stored on the device and survive it (Rule 16.7).
 */
export function useCode<T>(code: Code<T>, wanted = true) {
  const [failed, setFailed] = useState(false);
  const [, draw] = useState({});
  const isRetry = useRef(false);
  const { loaded } = code;
  useEffect(() => {
    if (!wanted) setFailed(false);
    // It may have loaded since this was drawn.
    else if (loaded === undefined && !failed)
      (code.loaded === undefined ? code.load() : Promise.resolve(code.loaded)).then(
        (part) => {
          code.loaded = part;
          startTransition(() => draw({}));
        },
        () => {
          if (isRetry.current) void reload();
          setFailed(true);
        },
      );
  }, [code, wanted, failed, loaded]);
  const retry = () => {
    isRetry.current = failed;
    setFailed(false);
  };
  return { loaded, failed, retry };
}
