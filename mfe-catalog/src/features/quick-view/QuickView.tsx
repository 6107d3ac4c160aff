import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { Modal } from '@shop/shared/design-system/Modal';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import type { WidgetProps } from '@shop/shared/remote';
import { useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect } from 'react';
import styles from './QuickView.module.css';
import { QuickViewProduct } from './QuickViewProduct';
import { fetchQuickView, selectQuickViewProduct } from './quickViewSlice';

/** product.md 4.12: a modal with its own quantity, which starts at 1 each time. */
export function QuickView({ productId, onClose }: WidgetProps['QuickView']) {
  const dispatch = useAppDispatch();
  const { id, product, error } = useAppSelector(selectQuickViewProduct);
  useEffect(() => {
    if (productId !== null) void dispatch(fetchQuickView(productId));
  }, [dispatch, productId]);

  const failed = id === productId && error !== null;
  const shown = product && product.id === productId ? product : undefined;
  return (
    <Modal open={productId !== null} onClose={onClose} label="Quick view">
      {shown ? (
        <QuickViewProduct product={shown} onLeave={onClose} />
      ) : failed ? (
        <div className={styles.failed}>
          <ErrorPanel
            title={`Error loading products: ${error}`}
            onRetry={() => productId !== null && void dispatch(fetchQuickView(productId))}
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
