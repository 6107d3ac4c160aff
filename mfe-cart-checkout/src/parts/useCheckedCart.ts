import { selectCart, selectIsAuthenticated, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect, useRef } from 'react';
import { checkCart } from './checkCart';

/** Debounce: pressing plus four times sends one request. */
const CHECK_AFTER_MS = 400;

/**
 * Keeps the displayed cart current: checked when shown, when a guest changes it, and while it is not known, such as one
 * from another tab or device. What a customer changes is checked when it is saved.
 */
export const useCheckedCart = ({ shown = true, isKnown = true } = {}): void => {
  const dispatch = useAppDispatch();
  const { items, restored } = useAppSelector(selectCart);
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const asks = shown && restored;
  const contents = items.map(({ id, quantity }) => `${id} ${quantity}`).join('\n');
  const checked = useRef<string>(undefined);

  useEffect(() => {
    if (!asks) {
      checked.current = undefined;
      return undefined;
    }
    const isFirst = checked.current === undefined;
    if (isKnown && (checked.current === contents || (!isFirst && isAuthenticated))) return undefined;
    const timer = setTimeout(
      () => {
        checked.current = contents;
        void dispatch(checkCart());
      },
      isFirst ? 0 : CHECK_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [asks, contents, isAuthenticated, isKnown, dispatch]);
};
