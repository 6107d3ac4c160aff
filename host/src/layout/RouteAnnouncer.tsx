import { VisuallyHidden } from '@shop/shared/design-system/VisuallyHidden';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** The title changes shortly after the URL, when the content renders. */
const TITLE_DELAY_MS = 150;

/** Announces the page title after client-side navigation, once. */
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
