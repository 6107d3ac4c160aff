import { ConnectedProductCard } from '@shop/shared/connected/ConnectedProductCard';
import { topProductToCard } from '@shop/shared/connected/cardProduct';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { ProductGrid } from '@shop/shared/design-system/ProductGrid';
import { SectionHead } from '@shop/shared/design-system/SectionHead';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { Tabs } from '@shop/shared/design-system/Tabs';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { Section } from './Section';
import { fetchCategoriesWithProducts, fetchCategoryProducts, selectTopProducts } from './topProductsSlice';

const SKELETONS = [0, 1, 2, 3, 4];
const CARD_SIZES = '(min-width: 1024px) 20vw, (min-width: 768px) 31vw, 62vw';

/** One tab per category; a tab loads its products (SPEC 4, Top products). */
export function TopProducts() {
  const { slug } = useAppSelector(selectStorefront);
  const { categoriesWithProducts, categoryProducts, selectedCategorySlug, loading, categoriesLoading, error } = useAppSelector(selectTopProducts);
  const dispatch = useAppDispatch();

  const retry = (): void => {
    if (categoriesWithProducts.length === 0) void dispatch(fetchCategoriesWithProducts(slug));
    else void dispatch(fetchCategoryProducts({ store: slug, category: selectedCategorySlug }));
  };
  const skeleton = (
    <ProductGrid layout="rail" busy>
      {SKELETONS.map((index) => (
        <Skeleton key={index} shape="card" />
      ))}
    </ProductGrid>
  );
  const renderProducts = () => {
    if (error !== null) return <ErrorPanel headingLevel={3} title={`Failed to load products: ${error}`} onRetry={retry} />;
    if (loading) return skeleton;
    if (categoryProducts.length === 0) return <p>No products found for this category.</p>;
    return (
      <ProductGrid layout="rail">
        {categoryProducts.map((product) => (
          <ConnectedProductCard key={product.id} product={topProductToCard(product)} headingLevel={3} sizes={CARD_SIZES} />
        ))}
      </ProductGrid>
    );
  };

  return (
    <Section label="Top products">
      <SectionHead title="Top products">
        <TextLink to={paths.products}>View all</TextLink>
      </SectionHead>
      {categoriesWithProducts.length === 0 ? (
        categoriesLoading || error === null ? (
          skeleton
        ) : (
          renderProducts()
        )
      ) : (
        <Tabs
          label="Categories"
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
