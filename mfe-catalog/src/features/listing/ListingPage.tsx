import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { PageMeta } from '@shop/shared/design-system/PageMeta';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { useParams, useSearchParams } from 'react-router-dom';
import { FilterPanel } from './FilterPanel';
import { selectListing } from './listingSlice';
import { ListingResults } from './ListingResults';
import { ListingToolbar } from './ListingToolbar';
import styles from './ListingPage.module.css';

/** SPEC 2's product listing: search, filters, sort, grid, pages; all of its state is the address. */
export function ListingPage() {
  const { categoryId } = useParams();
  const [params, setParams] = useSearchParams();
  const { name, description, categories } = useAppSelector(selectStorefront);
  const { page } = useAppSelector(selectListing);
  const category = categories.find(({ slug }) => slug === categoryId);
  const title = category?.name ?? 'Shop';
  const change = (next: URLSearchParams): void => setParams(next, { preventScrollReset: true });

  return (
    <Wrap>
      <PageMeta
        title={title}
        storeName={name}
        description={description}
        canonicalPath={categoryId ? paths.category(categoryId) : paths.products}
      />
      <Breadcrumb
        items={[
          { label: 'Home', href: paths.home },
          ...(categoryId ? [{ label: 'Shop', href: paths.products }, { label: title }] : [{ label: 'Shop' }]),
        ]}
      />
      <PageHead title={title} text={category ? `${category.name} from ${name}.` : description} />
      <div className={styles.layout}>
        <aside className={styles.sidebar} aria-label="Filters">
          <FilterPanel params={params} facets={page?.facets} hideCategory={Boolean(categoryId)} onChange={change} />
        </aside>
        <div className={styles.results}>
          <ListingToolbar params={params} hideCategory={Boolean(categoryId)} onChange={change} />
          <ListingResults params={params} categoryId={categoryId} />
        </div>
      </div>
    </Wrap>
  );
}
