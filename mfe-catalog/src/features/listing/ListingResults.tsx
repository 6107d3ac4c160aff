import { Search } from 'lucide-react';
import type { ProductPage, ProductQuery } from '@shop/contracts';
import { PRODUCTS_PER_PAGE } from '@shop/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { EmptyState } from '@shop/shared/design-system/EmptyState';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { Pagination } from '@shop/shared/design-system/Pagination';
import { ProductGrid } from '@shop/shared/design-system/ProductGrid';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { selectStorefront, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { recentSearches } from '@shop/shared/navigation/recentList';
import { memo, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CARD_SIZES, countProducts } from './listingCards';
import { toProductQuery, withPage } from './listingQuery';
import { fetchListing, selectListing } from './listingSlice';
import { ConnectedProductCard } from '@shop/shared/connected/ConnectedProductCard';
import styles from './ListingResults.module.css';
import { NearProducts } from './NearProducts';
import { SearchIdeas } from './SearchIdeas';
import { useFocusOnPageTurn } from './useFocusOnPageTurn';

/** Number of cards above the fold on most screens: their pictures load eagerly. */
const EAGER_CARDS = 2;

const describe = ({ items, total, totalRelation, page, near }: ProductPage): string => {
  if (total === 0) return `0 products${near ? `, ${near.items.length} suggested` : ''}`;
  const first = (page - 1) * PRODUCTS_PER_PAGE + 1;
  return `Showing ${first} to ${first + items.length - 1} of ${countProducts({ total, totalRelation })}`;
};

interface ListingResultsProps {
  readonly params: URLSearchParams;
  /** Filters fixed by the page's path. */
  readonly preset: ProductQuery;
}

/** Memoized: rendered only for new results, so that a pressed filter is painted first. */
export const ListingResults = memo(function ListingResults({ params, preset }: ListingResultsProps) {
  const { page, loading, error } = useAppSelector(selectListing);
  const { id, slug } = useAppSelector(selectStorefront);
  const [, setParams] = useSearchParams();
  const countLine = useFocusOnPageTurn(params);
  const dispatch = useAppDispatch();
  const q = params.get('q')?.trim();
  const found = page && page.total > 0 && !loading ? (page.searchedFor ?? q) : undefined;
  useEffect(() => {
    if (found) recentSearches(id).add(found);
  }, [id, found]);

  if (error !== null) {
    const retry = (): void => void dispatch(fetchListing({ ...toProductQuery(params, preset), store: slug }));
    return <ErrorPanel title={`Error loading products: ${error}`} onRetry={retry} />;
  }
  return (
    <>
      <p ref={countLine} className={styles.count} role="status" tabIndex={-1}>
        {page?.searchedFor && !loading && (
          <>
            No results for "{q}". <b>Showing results for "{page.searchedFor}"</b>
            <br />
          </>
        )}
        {page && !loading ? describe(page) : 'Loading products'}
      </p>
      {!page || (loading && page.items.length === 0) ? (
        <ProductGrid busy>
          {Array.from({ length: PRODUCTS_PER_PAGE }, (_, index) => (
            <Skeleton key={index} shape="card" />
          ))}
        </ProductGrid>
      ) : page.total === 0 ? (
        <>
          <EmptyState icon={Search} title="No products found" text="Try adjusting your search or filter criteria">
            <Button variant="secondary" onClick={() => setParams({})}>
              Clear search and filters
            </Button>
          </EmptyState>
          {page.near && <NearProducts near={page.near} q={q} />}
          <SearchIdeas />
        </>
      ) : (
        <>
          <ProductGrid busy={loading}>
            {page.items.map((product, index) => (
              <ConnectedProductCard
                key={product.id}
                product={product}
                sizes={CARD_SIZES}
                priority={index < EAGER_CARDS}
              />
            ))}
          </ProductGrid>
          <Pagination
            label="Pages of products"
            page={page.page}
            pageCount={Math.ceil(page.total / page.pageSize)}
            buildHref={(number) => withPage(params, number)}
          />
        </>
      )}
    </>
  );
});
