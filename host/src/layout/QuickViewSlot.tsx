import { quickViewClosed, selectQuickViewId, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect, useEffectEvent } from 'react';
import { useRemoteWidget } from '../remotes/useRemoteWidget';

/** Where the catalogue's quick view appears, whichever bundle's card opened it. */
export function QuickViewSlot() {
  const productId = useAppSelector(selectQuickViewId);
  const dispatch = useAppDispatch();
  const { Widget, load } = useRemoteWidget('mfe-catalog', 'QuickView', 'The quick view did not open. Please try again.');
  const close = (): void => void dispatch(quickViewClosed());

  const open = useEffectEvent(async () => {
    if (!(await load())) close();
  });
  useEffect(() => {
    if (productId !== null) void open();
  }, [productId]);

  return Widget ? <Widget productId={productId} onClose={close} /> : null;
}
