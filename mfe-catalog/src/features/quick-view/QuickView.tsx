import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { Modal } from '@shop/shared/design-system/Modal';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import type { WidgetProps } from '@shop/shared/remote';
import { useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect, useState } from 'react';
import { useOnDemand } from '@shop/shared/remote/useOnDemand';
import styles from './QuickView.module.css';
import { fetchQuickView, selectQuickViewProduct } from './quickViewSlice';

const loadProduct = async () =>
  (await import(/* webpackChunkName: "quick-view" */ './QuickViewProduct')).QuickViewProduct;

/** product.md 4.12: a modal with its own quantity, which starts at 1 each time. */
export function QuickView({ productId, onClose }: WidgetProps['QuickView']) {
  const dispatch = useAppDispatch();
  const { id, product, error } = useAppSelector(selectQuickViewProduct);
  /** Whether the code of the product could not be loaded. */
  const [isLost, setIsLost] = useState(false);
  useEffect(() => {
    setIsLost(false);
    if (productId !== null) void dispatch(fetchQuickView(productId));
  }, [dispatch, productId]);

  const QuickViewProduct = useOnDemand(productId !== null && !isLost, loadProduct, () => setIsLost(true));

  const failed = isLost || (id === productId && error !== null);
  const shown = product && product.id === productId ? product : undefined;
  return (
    <Modal open={productId !== null} onClose={onClose} label="Quick view">
      {shown && QuickViewProduct ? (
        <QuickViewProduct product={shown} onLeave={onClose} />
      ) : failed ? (
        <div className={styles.failed}>
          <ErrorPanel
            title={`Error loading products: ${error ?? 'Check your connection and try again.'}`}
            onRetry={() => {
              setIsLost(false);
              if (productId !== null) void dispatch(fetchQuickView(productId));
            }}
          />
        </div>
      ) : (
        <div className={styles.product} aria-busy="true">
          <div className={styles.picture}>
            <Skeleton shape="box" />
          </div>
          <div className={styles.summary} />
        </div>
      )}
    </Modal>
  );
}
