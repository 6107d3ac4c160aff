import { quickViewClosed, selectQuickViewId, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useRemoteWidget } from '@shop/shared/remote/useRemoteWidget';
import { WidgetBoundary } from '@shop/shared/remote/WidgetBoundary';
import { useEffect, useEffectEvent } from 'react';

/** Renders the catalog's quick view, whichever bundle opened it. */
export function QuickViewSlot() {
  const productId = useAppSelector(selectQuickViewId);
  const dispatch = useAppDispatch();
  const close = (): void => void dispatch(quickViewClosed());
  const { Widget, load, boundary } = useRemoteWidget(
    'mfe-catalog',
    'QuickView',
    'The quick view did not open. Please try again.',
    close,
  );

  const open = useEffectEvent(async () => {
    if (!(await load())) close();
  });
  useEffect(() => {
    if (productId !== null) void open();
  }, [productId]);

  if (!Widget) return null;
  return (
    <WidgetBoundary key={boundary.key} onCrash={boundary.onCrash}>
      <Widget productId={productId} onClose={close} />
    </WidgetBoundary>
  );
}
