import { ConnectedProductCard } from '@shop/shared/connected/ConnectedProductCard';
import { toCardProduct } from '@shop/shared/connected/cardProduct';
import type { Product } from '@shop/shared/contracts';
import { ProductGrid } from '@shop/shared/design-system/ProductGrid';
import { SectionHead } from '@shop/shared/design-system/SectionHead';
import styles from './RelatedProducts.module.css';

export function RelatedProducts({ products }: { readonly products: readonly Product[] }) {
  if (products.length === 0) return null;
  return (
    <section className={styles.related} aria-labelledby="related">
      <SectionHead id="related" title="Related products" />
      <ProductGrid layout="rail">
        {products.map((product) => (
          <ConnectedProductCard
            key={product.id}
            product={toCardProduct(product)}
            headingLevel={3}
            sizes="(min-width: 1024px) 22vw, (min-width: 768px) 31vw, 62vw"
          />
        ))}
      </ProductGrid>
    </section>
  );
}
