import { useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect } from 'react';
import { fetchRecentlyViewed, selectRecentlyViewed } from '../../../parts/recentlyViewedSlice';
import { viewedProducts } from '../../../parts/viewedProducts';
import { ConnectedProductCard } from '@shop/shared/connected/ConnectedProductCard';
import styles from './RecentlyViewed.module.css';

/** Recently viewed products of this browser; renders nothing if there are none. */
export function RecentlyViewed({ productId }: { readonly productId: string }) {
  const dispatch = useAppDispatch();
  const products = useAppSelector(selectRecentlyViewed);
  useEffect(
    () => void dispatch(fetchRecentlyViewed(viewedProducts.read().filter((id) => id !== productId))),
    [dispatch, productId],
  );

  if (products.length === 0) return null;
  return (
    <aside className={styles.recent} aria-labelledby="recently-viewed">
      <h2 id="recently-viewed" className={styles.title}>
        Recently viewed
      </h2>
      <div className={styles.cards}>
        {products.map((product) => (
          <ConnectedProductCard
            key={product.id}
            product={product}
            headingLevel={3}
            sizes="(min-width: 768px) 18vw, 46vw"
          />
        ))}
      </div>
    </aside>
  );
}
