import { useEffect, useRef, useState, type ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { takeLostCookie } from './takeLostCookie';

/** Says, until the next navigation, that the visitor comes from an address where there is nothing (product.md 2.12). */
export function LostNote() {
  const { key } = useLocation();
  const lostAt = useRef<string>(undefined);
  const [Note, setNote] = useState<ComponentType>();

  useEffect(() => {
    if (takeLostCookie()) lostAt.current = key;
    if (lostAt.current !== key) return setNote(undefined);
    // Without its code, the home page stands for itself.
    import(/* webpackChunkName: "lost" */ './NothingThere').then(
      ({ NothingThere }) => setNote(() => NothingThere),
      () => undefined,
    );
    return undefined;
  }, [key]);

  return Note && <Note />;
}
