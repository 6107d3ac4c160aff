import type { Product, ProductDetail } from '@shop/shared/contracts';
import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { JsonLd } from '@shop/shared/design-system/JsonLd';
import { PageMeta } from '@shop/shared/connected/PageMeta';
import { Tabs } from '@shop/shared/design-system/Tabs';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { Slot } from '@shop/shared/remote/Slot';
import { selectSiteOrigin, useAppSelector } from '@shop/shared/state';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { breadcrumbData, productData } from '../../parts/structuredData';
import { viewedProducts } from '../../parts/viewedProducts';
import { ProductGallery } from './gallery/ProductGallery';
import { ProductBuyBox } from './ProductBuyBox';
import { ProductDescription } from './ProductDescription';
import styles from './ProductView.module.css';
import { ProductSection } from '../../parts/ProductSection';
import { ProductReviews } from './reviews/ProductReviews';

// product.md 5.1: tab labels are in capitals.
const TABS = [
  { id: 'description', label: 'DESCRIPTION' },
  { id: 'reviews', label: 'CUSTOMER REVIEWS' },
];
const REVIEWS_HASH = '#reviews';

interface ProductViewProps {
  readonly product: ProductDetail;
  readonly related: readonly Product[];
}

export function ProductView({ product, related }: ProductViewProps) {
  const origin = useAppSelector(selectSiteOrigin);
  const { hash, key } = useLocation();
  const [tab, setTab] = useState('description');
  const crumbs = [
    { label: 'Home', href: paths.home },
    { label: 'Shop', href: paths.products },
    { label: product.categoryName, href: paths.category(product.category) },
    { label: product.name },
  ];

  // A link to #reviews opens that tab; the server never sees the hash.
  useEffect(() => {
    if (hash === REVIEWS_HASH) setTab('reviews');
  }, [hash, key]);
  useEffect(() => viewedProducts.add(product.id), [product.id]);

  return (
    <>
      <PageMeta
        title={product.name}
        description={product.shortDescription}
        canonicalPath={paths.product(product.id)}
        image={product.image}
        type="product"
      />
      <JsonLd data={productData(product, origin)} />
      <JsonLd data={breadcrumbData(crumbs, origin)} />
      <Wrap>
        <Breadcrumb items={crumbs} />
        <div className={styles.product}>
          <ProductGallery images={product.images} name={product.name} offer={product.offer} />
          <ProductBuyBox product={product} />
        </div>
        <section id="reviews" className={styles.tabs} data-below aria-label="About this product">
          <Tabs
            tabs={TABS}
            label="About this product"
            look="caps"
            selected={tab}
            onSelect={setTab}
            renderPanel={(id) =>
              id === 'reviews' ? <ProductReviews product={product} /> : <ProductDescription product={product} />
            }
          />
        </section>
        <ProductSection title="Related products" products={related} />
        <Slot name="catalog.product-end" productId={product.id} />
      </Wrap>
    </>
  );
}
