import { useEffect, useState } from 'react';

/** Code that loads on demand. Create it at the top of a module: what is loaded stays for later uses. */
export interface Code<T> {
  load: () => Promise<T>;
  loaded?: T;
}

/** Loads code while it is `wanted`. A failure is forgotten when the code is no longer wanted. */
export function useCode<T>(code: Code<T>, wanted = true) {
  const [failed, setFailed] = useState(false);
  const [, draw] = useState({});
  useEffect(() => {
    if (!wanted) setFailed(false);
    else if (code.loaded === undefined && !failed)
      code.load().then(
        (loaded) => {
          code.loaded = loaded;
          draw({});
        },
        () => setFailed(true),
      );
  }, [code, wanted, failed]);
  return { loaded: code.loaded, failed, retry: () => setFailed(false) };
}
