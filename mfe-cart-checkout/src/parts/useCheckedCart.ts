import { selectCart, selectIsAuthenticated, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect, useRef } from 'react';
import { checkCart } from './checkCart';

/** A shopper who presses plus four times is one question. */
const CHECK_AFTER_MS = 400;

/**
 * Keeps the cart on screen true: looked at when it is shown, and when a guest changes it. A signed-in shopper's is
 * looked at as it is saved.
 */
export const useCheckedCart = (shown = true): void => {
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
    if (checked.current === contents || (!isFirst && isAuthenticated)) return undefined;
    const timer = setTimeout(
      () => {
        checked.current = contents;
        void dispatch(checkCart());
      },
      isFirst ? 0 : CHECK_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [asks, contents, isAuthenticated, dispatch]);
};
