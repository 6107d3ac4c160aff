import { Heart } from 'lucide-react';
import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { EmptyState } from '@shop/shared/design-system/EmptyState';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { PageMeta } from '@shop/shared/design-system/PageMeta';
import { ProductGrid } from '@shop/shared/design-system/ProductGrid';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, selectWishlist, useAppSelector } from '@shop/shared/state';
import { WishlistCard } from './WishlistCard';

const TITLE = 'Wishlist';

export function WishlistPage() {
  const items = useAppSelector(selectWishlist);
  const { name } = useAppSelector(selectStorefront);
  return (
    <Wrap>
      <PageMeta title={TITLE} storeName={name} noIndex />
      <Breadcrumb items={[{ label: 'Home', href: paths.home }, { label: TITLE }]} />
      <PageHead title={TITLE} text="Kept in this browser. Prices are those of the day you pressed the heart." />
      {items.length === 0 ? (
        <EmptyState icon={Heart} title="Nothing here yet" text="Press the heart on a product to keep it here.">
          <ButtonLink to={paths.products}>See all products</ButtonLink>
        </EmptyState>
      ) : (
        <ProductGrid layout="home">
          {items.map((item) => (
            <WishlistCard key={item.id} item={item} />
          ))}
        </ProductGrid>
      )}
    </Wrap>
  );
}
