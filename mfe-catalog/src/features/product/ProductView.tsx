import type { ProductDetail } from '@shop/shared/contracts';
import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { PageMeta } from '@shop/shared/design-system/PageMeta';
import { Tabs } from '@shop/shared/design-system/Tabs';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { ProductBuyBox } from './ProductBuyBox';
import { ProductDescription } from './ProductDescription';
import { ProductGallery } from './ProductGallery';
import { ProductReviews } from './ProductReviews';
import { RelatedProducts } from './RelatedProducts';
import styles from './ProductView.module.css';

// SPEC 2: the tabs' texts are capitals.
const TABS = [
  { id: 'description', label: 'DESCRIPTION' },
  { id: 'reviews', label: 'CUSTOMER REVIEWS' },
];

export function ProductView({ product }: { readonly product: ProductDetail }) {
  const { name: storeName } = useAppSelector(selectStorefront);
  return (
    <>
      <PageMeta title={product.name} storeName={storeName} description={product.shortDescription} canonicalPath={paths.product(product.id)} />
      <Wrap>
        <Breadcrumb
          items={[
            { label: 'Home', href: paths.home },
            { label: 'Shop', href: paths.products },
            { label: product.categoryName, href: paths.category(product.category) },
            { label: product.name },
          ]}
        />
        <div className={styles.product}>
          <ProductGallery images={product.images} offer={product.offer} />
          <ProductBuyBox product={product} />
        </div>
        <section className={styles.tabs} aria-label="About this product">
          <Tabs
            tabs={TABS}
            label="About this product"
            look="caps"
            renderPanel={(id) => (id === 'reviews' ? <ProductReviews product={product} /> : <ProductDescription product={product} />)}
          />
        </section>
        <RelatedProducts products={product.relatedProducts} />
      </Wrap>
    </>
  );
}
