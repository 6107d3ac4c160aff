import type { SectionOf } from '@shop/contracts';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { SectionHead } from '@shop/shared/design-system/SectionHead';
import { Tabs } from '@shop/shared/design-system/Tabs';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { storefrontPages } from '../../storefronts';
import { Section } from './Section';
import { TopProductsGrid } from './TopProductsGrid';
import { TopProductsRail } from './TopProductsRail';
import { fetchCategoriesWithProducts, fetchCategoryProducts, selectTopProducts } from './topProductsSlice';

const layouts = { rail: TopProductsRail, grid: TopProductsGrid };

/** One tab per category; a tab loads its products (product.md 3.6). */
export function TopProducts({ title, button }: SectionOf<'top-products'>) {
  const { id, slug } = useAppSelector(selectStorefront);
  const { store, categoriesWithProducts, categoryProducts, selectedCategorySlug, loading, categoriesLoading, error } =
    useAppSelector(selectTopProducts);
  const dispatch = useAppDispatch();
  const Products = layouts[storefrontPages[id].topProducts];

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
    <Section label={title}>
      <SectionHead title={title}>{button !== '' && <TextLink to={paths.products}>{button}</TextLink>}</SectionHead>
      {categoriesWithProducts.length === 0 || store !== slug ? (
        renderProducts()
      ) : (
        <Tabs
          label={`${title} by category`}
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
