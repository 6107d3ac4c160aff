import { ConnectedProductCard } from '@shop/shared/connected/ConnectedProductCard';
import type { Product } from '@shop/shared/contracts';
import { ProductGrid } from '@shop/shared/design-system/ProductGrid';
import { SectionHead } from '@shop/shared/design-system/SectionHead';
import styles from './RelatedProducts.module.css';

interface RelatedProductsProps {
  readonly title: string;
  readonly products: readonly Product[];
}

export function RelatedProducts({ title, products }: RelatedProductsProps) {
  if (products.length === 0) return null;
  return (
    <section className={styles.related} data-deferred aria-labelledby="related">
      <SectionHead id="related" title={title} />
      <ProductGrid layout="rail">
        {products.map((product) => (
          <ConnectedProductCard
            key={product.id}
            product={product}
            headingLevel={3}
            sizes="(min-width: 768px) 18vw, 62vw"
          />
        ))}
      </ProductGrid>
    </section>
  );
}
