import type { Product } from '@shop/contracts';
import { ProductGrid } from '@shop/shared/design-system/ProductGrid';
import { SectionHead } from '@shop/shared/design-system/SectionHead';
import type { ReactNode } from 'react';
import { ConnectedProductCard } from '@shop/shared/connected/ConnectedProductCard';
import styles from './ProductSection.module.css';

interface ProductSectionProps {
  readonly title: string;
  readonly products: readonly Product[];
  readonly layout?: 'listing' | 'rail';
  /** `sizes` of a card. */
  readonly sizes?: string;
  /** A link beside the title. */
  readonly children?: ReactNode;
}

export function ProductSection({
  title,
  products,
  layout = 'rail',
  sizes = '(min-width: 768px) 18vw, 62vw',
  children,
}: ProductSectionProps) {
  if (products.length === 0) return null;
  return (
    <section className={styles.section} data-layout={layout} data-below aria-labelledby="more">
      <SectionHead id="more" title={title}>
        {children}
      </SectionHead>
      <ProductGrid layout={layout}>
        {products.map((product) => (
          <ConnectedProductCard key={product.id} product={product} headingLevel={3} sizes={sizes} />
        ))}
      </ProductGrid>
    </section>
  );
}
