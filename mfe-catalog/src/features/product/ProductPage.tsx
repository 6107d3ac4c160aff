import { Search } from 'lucide-react';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { EmptyState } from '@shop/shared/design-system/EmptyState';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { PageMeta } from '@shop/shared/connected/PageMeta';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useLocation, useParams } from 'react-router-dom';
import { readOpenedCard } from './readOpenedCard';
import { ProductView } from './ProductView';
import { fetchProduct, NOT_FOUND_TEXT, selectProductState } from './productSlice';
import styles from './ProductPage.module.css';
import { ProductSection } from '../../parts/ProductSection';

/** /products/:productId: the product or an error. */
export function ProductPage() {
  const { productId = '' } = useParams();
  const { product, isDraft, related, error, notFound } = useAppSelector(selectProductState);
  const dispatch = useAppDispatch();
  const location = useLocation();

  if (notFound) {
    return (
      <Wrap>
        <PageMeta title={NOT_FOUND_TEXT} noIndex />
        <EmptyState
          headingLevel={1}
          icon={Search}
          title={NOT_FOUND_TEXT}
          text="It may no longer be sold, or the link is not quite right."
        >
          <ButtonLink to={paths.products}>See all products</ButtonLink>
        </EmptyState>
        <ProductSection title="You may like" products={related} />
      </Wrap>
    );
  }
  if (error !== null) {
    return (
      <Wrap>
        <PageMeta title="Product" noIndex />
        <ErrorPanel
          headingLevel={1}
          title={`Error loading products: ${error}`}
          onRetry={() =>
            void dispatch(fetchProduct({ id: productId, draft: new URLSearchParams(location.search).get('draft') }))
          }
        />
      </Wrap>
    );
  }
  const loaded = product?.id === productId ? product : null;
  const opened = loaded ?? readOpenedCard(location.state, productId);
  if (!opened) {
    return (
      <Wrap>
        <div className={styles.loading} aria-busy="true">
          <Skeleton shape="box" />
          <Skeleton shape="box" />
        </div>
      </Wrap>
    );
  }
  return <ProductView key={productId} product={loaded} isDraft={isDraft} opened={opened} related={related} />;
}
