import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { SectionHead } from '@shop/shared/design-system/SectionHead';
import { Tabs } from '@shop/shared/design-system/Tabs';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { Section } from './Section';
import { TopProductsGrid } from './TopProductsGrid';
import { TopProductsRail } from './TopProductsRail';
import { fetchCategoriesWithProducts, fetchCategoryProducts, selectTopProducts } from './topProductsSlice';

const layouts = { rail: TopProductsRail, grid: TopProductsGrid };

interface TopProductsProps {
  /** A carousel of five (product.md 3.6), or all products in a grid. */
  readonly layout: keyof typeof layouts;
  /** Label of the link to all products; no link if omitted. */
  readonly link?: string;
}

/** One tab per category; a tab loads its products (product.md 3.6). */
export function TopProducts({ layout, link }: TopProductsProps) {
  const { slug } = useAppSelector(selectStorefront);
  const { store, categoriesWithProducts, categoryProducts, selectedCategorySlug, loading, categoriesLoading, error } =
    useAppSelector(selectTopProducts);
  const dispatch = useAppDispatch();
  const Products = layouts[layout];

  const retry = (): void => {
    if (categoriesWithProducts.length === 0) void dispatch(fetchCategoriesWithProducts(slug));
    else void dispatch(fetchCategoryProducts({ store: slug, category: selectedCategorySlug }));
  };
  const renderProducts = () => {
    if (error !== null && store === slug)
      return <ErrorPanel headingLevel={3} title={`Failed to load products: ${error}`} onRetry={retry} />;
    if (loading || categoriesLoading || store !== slug) return <Products key="loading" products={undefined} />;
    if (categoryProducts.length === 0) return <p>No products found for this category.</p>;
    // Start at the first product of the new category.
    return <Products key={selectedCategorySlug} products={categoryProducts} />;
  };

  return (
    <Section label="Top products">
      <SectionHead title="Top products">{link && <TextLink to={paths.products}>{link}</TextLink>}</SectionHead>
      {categoriesWithProducts.length === 0 || store !== slug ? (
        renderProducts()
      ) : (
        <Tabs
          label="Top products by category"
          look="pill"
          tabs={categoriesWithProducts.map((category) => ({ id: category.slug, label: category.name }))}
          selected={selectedCategorySlug}
          onSelect={(category) => void dispatch(fetchCategoryProducts({ store: slug, category }))}
          renderPanel={renderProducts}
        />
      )}
    </Section>
  );
}
