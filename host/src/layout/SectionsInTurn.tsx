import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * Pages that are entered at their top lay sections out when they come near (base.css). A page that one goes back to is
 * whole, before its scroll position is restored: this comes before ScrollRestoration.
 */
export function SectionsInTurn() {
  const { key } = useLocation();
  const isBack = String(useNavigationType()) === 'POP';
  const entered = useRef({ key });

  useLayoutEffect(() => {
    // The first page counts as one that was gone back to.
    if (entered.current.key !== key) document.documentElement.toggleAttribute('data-from-top', !isBack);
    entered.current = { key };
  }, [key, isBack]);

  return null;
}
