import { quickViewClosed, selectQuickViewId, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect, useEffectEvent } from 'react';
import { useRemoteWidget } from '../remotes/useRemoteWidget';
import { WidgetBoundary } from '../remotes/WidgetBoundary';

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
