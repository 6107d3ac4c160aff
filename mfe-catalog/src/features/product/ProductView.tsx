import type { Product, ProductDetail, ProductImage } from '@shop/contracts';
import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { Eyebrow } from '@shop/shared/design-system/Eyebrow';
import { JsonLd } from '@shop/shared/design-system/JsonLd';
import { PageMeta } from '@shop/shared/connected/PageMeta';
import { Price } from '@shop/shared/design-system/Price';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { Tabs } from '@shop/shared/design-system/Tabs';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { Slot } from '@shop/shared/remote/Slot';
import { selectSiteOrigin, useAppSelector, useFormatPrice } from '@shop/shared/state';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { breadcrumbData, productData } from '../../parts/structuredData';
import { viewedProducts } from '../../parts/viewedProducts';
import { ProductGallery } from './gallery/ProductGallery';
import { ProductBuyBox } from './ProductBuyBox';
import { ProductDescription } from './ProductDescription';
import { ProductFacts } from './ProductFacts';
import styles from './ProductView.module.css';
import { ProductSection } from '../../parts/ProductSection';
import type { OpenedProduct } from './readOpenedCard';
import { ProductReviews } from './reviews/ProductReviews';

// product.md 5.1: tab labels are in capitals.
const TABS = [
  { id: 'description', label: 'DESCRIPTION' },
  { id: 'reviews', label: 'CUSTOMER REVIEWS' },
];
const REVIEWS_HASH = '#reviews';

const toImage = (url: string): ProductImage => ({ url, alt: '', width: 1200, height: 1200 });

interface ProductViewProps {
  /** null while it loads. */
  readonly product: ProductDetail | null;
  /** Only whoever has the link sees it. */
  readonly isDraft: boolean;
  /** The product, or what is known of it until then. */
  readonly opened: OpenedProduct;
  readonly related: readonly Product[];
}

export function ProductView({ product, isDraft, opened, related }: ProductViewProps) {
  const origin = useAppSelector(selectSiteOrigin);
  const money = useFormatPrice();
  const { hash, key } = useLocation();
  const [tab, setTab] = useState('description');
  const [picked, setPicked] = useState<string | null>(null);
  const [isEngraved, setEngraved] = useState(false);
  const crumbs = [
    { label: 'Home', href: paths.home },
    { label: 'Shop', href: paths.products },
    { label: opened.categoryName, href: paths.category(opened.category) },
    { label: opened.name },
  ];

  // A link to #reviews opens that tab; the server never sees the hash.
  useEffect(() => {
    if (hash === REVIEWS_HASH) setTab('reviews');
  }, [hash, key]);
  const viewedId = isDraft ? undefined : product?.id;
  useEffect(() => (viewedId === undefined ? undefined : viewedProducts.add(viewedId)), [viewedId]);

  const images =
    product?.images ?? [opened.image, opened.hoverImage].filter((url) => typeof url === 'string').map(toImage);

  return (
    <>
      <PageMeta
        title={opened.name}
        description={product?.shortDescription}
        canonicalPath={paths.product(opened.id)}
        image={opened.image}
        type="product"
        noIndex={isDraft}
      />
      {product && !isDraft && <JsonLd data={productData(product, origin)} />}
      {product && !isDraft && <JsonLd data={breadcrumbData(crumbs, origin)} />}
      <Wrap>
        {isDraft && <p className={styles.draft}>Draft: only whoever has this link sees it</p>}
        <Breadcrumb items={crumbs} />
        <div className={styles.product} aria-busy={product === null}>
          <ProductGallery images={images} name={opened.name} offer={opened.offer} picked={picked} />
          <div className={styles.side}>
            <div className={styles.box}>
              <div className={styles.titles}>
                <Eyebrow>{product?.brandName ?? '\u00a0'}</Eyebrow>
                <h1 className={styles.name}>{opened.name}</h1>
              </div>
              {product ? (
                <ProductBuyBox product={product} isDraft={isDraft} onPick={setPicked} onEngrave={setEngraved} />
              ) : (
                <>
                  <Price size="page" format={money} {...opened} />
                  <Skeleton shape="box" />
                </>
              )}
            </div>
            {product && <ProductFacts features={product.storeFeatures} isEngraved={isEngraved} />}
          </div>
        </div>
        {product && (
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
        )}
        {product && <ProductSection title="Related products" products={related} />}
        {product && <Slot name="catalog.product-end" productId={product.id} />}
      </Wrap>
    </>
  );
}
