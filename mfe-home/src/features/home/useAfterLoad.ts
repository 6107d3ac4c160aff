import { useEffect, useState } from 'react';

const QUIET_MS = 1_500;

/** True shortly after the page's load event, for content that can wait. */
export const useAfterLoad = (): boolean => {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      timer = setTimeout(() => setLoaded(true), QUIET_MS);
    };
    if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait, { once: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('load', wait);
    };
  }, []);
  return loaded;
};
