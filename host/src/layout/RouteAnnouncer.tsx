import { VisuallyHidden } from '@shop/shared/design-system/VisuallyHidden';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** The page's title comes with its content, a moment after its address. */
const TITLE_DELAY_MS = 150;

/** Says the title of a page that came without a load of the browser's, once. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const [shown, setShown] = useState({ pathname, text: '' });

  useEffect(() => {
    if (pathname === shown.pathname) return undefined;
    const timer = setTimeout(() => setShown({ pathname, text: document.title }), TITLE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [pathname, shown.pathname]);

  return (
    <VisuallyHidden>
      <span aria-live="polite">{shown.text}</span>
    </VisuallyHidden>
  );
}
