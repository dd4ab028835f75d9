import { startTransition, useEffect, useRef, useState } from 'react';
import { loadInTime } from '#lib/load-in-time.ts';
import { runtime } from '#lib/runtime.ts';

/** Code that loads on demand. Create it at the top of a module, so that the loaded code is kept. */
export interface Code<T> {
  load: () => Promise<T>;
  loaded?: T;
}

const REACHABLE_LIMIT_MS = 5000;

/** Whether the page can be loaded again. */
async function isReachable(): Promise<boolean> {
  const { href } = runtime.location();
  const signal = AbortSignal.timeout(REACHABLE_LIMIT_MS);
  const page = await runtime.fetch(href, { method: 'HEAD', cache: 'no-store', signal }).catch(() => null);
  return page !== null && page.status < 500;
}

/**
 * Loads code while it is `wanted`, and draws with it in slices. A failure is cleared when the code is no longer wanted. `retry`
 * loads the code again. If that fails, too, it reloads the page, because some browsers never fetch a failed module again before
 * that. Drafts are stored on the device and survive it (Rule 16.7).
 */
export function useCode<T>(code: Code<T>, wanted = true) {
  const [failed, setFailed] = useState(false);
  const [, draw] = useState({});
  const isRetry = useRef(false);
  const { loaded } = code;
  useEffect(() => {
    if (!wanted) {
      setFailed(false);
      return;
    }
    // It may have loaded since this was drawn.
    if (loaded !== undefined || failed) return;
    let isCurrent = true;
    const wasRetry = isRetry.current;
    isRetry.current = false;
    (code.loaded === undefined ? loadInTime(code.load) : Promise.resolve(code.loaded)).then(
      (part) => {
        code.loaded = part;
        startTransition(() => draw({}));
      },
      async () => {
        if (wasRetry && (await isReachable()) && isCurrent) runtime.reload();
        setFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [code, wanted, failed, loaded]);
  const retry = () => {
    isRetry.current = failed;
    setFailed(false);
  };
  return { loaded, failed, retry };
}
