import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * Pages that are entered at their top lay sections out when they come near (base.css). A page that one goes back to is
 * whole, before its scroll position is restored: this comes before ScrollRestoration.
 */
export function SectionsInTurn() {
  const { key } = useLocation();
  const type: string = useNavigationType();
  const last = useRef(key);

  useLayoutEffect(() => {
    // The first page, too, has the type POP.
    if (last.current !== key) document.documentElement.toggleAttribute('data-from-top', type !== 'POP');
    last.current = key;
  });

  return null;
}
