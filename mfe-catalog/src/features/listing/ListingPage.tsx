import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { JsonLd } from '@shop/shared/design-system/JsonLd';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { PageMeta } from '@shop/shared/connected/PageMeta';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { selectSiteOrigin, selectStorefront, useAppSelector } from '@shop/shared/state';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { afterPaint } from '../../parts/afterPaint';
import { breadcrumbData, itemListData } from '../../parts/structuredData';
import { Chooser } from './Chooser';
import { FilterPanel } from './FilterPanel';
import { listingPages, toFixedFilters, type ListingKind } from './listingPages';
import styles from './ListingPage.module.css';
import { ListingResults } from './ListingResults';
import { selectListing } from './listingSlice';
import { ListingToolbar } from './ListingToolbar';
import { useReturnToProduct } from './useReturnToProduct';

/** The product listing (product.md 4.1): search, filters, sort, grid, pages. All of its state is in the URL. */
export function ListingPage({ kind }: { readonly kind: ListingKind }) {
  const { categoryId } = useParams();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  // Filters update optimistically; the URL follows.
  const [pressed, setPressed] = useState<{ next: URLSearchParams; from: URLSearchParams }>();
  const shown = pressed?.from === params ? pressed.next : params;
  const storefront = useAppSelector(selectStorefront);
  const origin = useAppSelector(selectSiteOrigin);
  const { page, loading, error } = useAppSelector(selectListing);
  const { path, chooser, ...listing } = listingPages[kind];
  const preset = useMemo(() => toFixedFilters({ kind, categoryId }), [kind, categoryId]);
  const listed = loading || error !== null ? undefined : page?.category;
  const category = listed?.slug === categoryId ? listed : storefront.categories.find(({ slug }) => slug === categoryId);
  const searched = params.get('q')?.trim();
  const isUnmatched = page?.total === 0 && !loading && page.near?.kind !== 'without-filters';
  const title = category?.name ?? listing.title;
  const address = category ? paths.category(category.slug) : path;
  const number = page?.page ?? 1;
  const change = (next: URLSearchParams): void => {
    setPressed({ next, from: params });
    afterPaint(() => setParams(next, { preventScrollReset: true }));
  };
  const returning = useReturnToProduct(page !== null && !loading);
  const movedTo =
    categoryId !== undefined && listed?.store === storefront.slug && listed.slug !== categoryId
      ? paths.category(listed.slug)
      : undefined;
  // A former address. The server redirects by itself. Once: the store is ahead of the router while it navigates.
  const followed = useRef<string>(undefined);
  useEffect(() => {
    if (movedTo === undefined || followed.current === categoryId) return;
    followed.current = categoryId;
    void navigate({ pathname: movedTo, search: params.toString() }, { replace: true });
  }, [navigate, movedTo, categoryId, params]);
  const crumbs = [
    { label: 'Home', href: paths.home },
    ...(title === listingPages.products.title
      ? [{ label: 'Shop' }]
      : [{ label: 'Shop', href: paths.products }, { label: title }]),
  ];

  return (
    <Wrap>
      <PageMeta
        title={number > 1 ? `${title}, page ${number}` : title}
        description={
          category ? `${category.name} from ${storefront.name}. ${storefront.description}` : storefront.description
        }
        canonicalPath={number > 1 ? `${address}?page=${number}` : address}
        isInEachStorefront={!category}
        noIndex={categoryId !== undefined && !category}
      />
      <JsonLd data={breadcrumbData(crumbs, origin)} />
      {page && page.total > 0 && <JsonLd data={itemListData(page, origin)} />}
      <Breadcrumb items={crumbs} />
      <PageHead
        title={searched ? `${isUnmatched ? 'Nothing matches' : 'Results for'} “${searched}”` : title}
        text={category ? `${category.name} from ${storefront.name}.` : storefront.description}
      />
      {chooser && <Chooser by={chooser} />}
      <div className={styles.layout}>
        <aside className={styles.sidebar} aria-label="Filters">
          <FilterPanel params={shown} page={page} preset={preset} onChange={change} />
        </aside>
        <div className={styles.results} {...returning}>
          <ListingToolbar params={shown} preset={preset} onChange={change} />
          <ListingResults params={params} preset={preset} />
        </div>
      </div>
    </Wrap>
  );
}
