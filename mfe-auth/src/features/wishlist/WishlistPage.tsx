import { Heart } from 'lucide-react';
import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { EmptyState } from '@shop/shared/design-system/EmptyState';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { PageMeta } from '@shop/shared/connected/PageMeta';
import { ProductGrid } from '@shop/shared/design-system/ProductGrid';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths, buildSignInHref } from '@shop/shared/navigation';
import {
  selectIsAuthenticated,
  selectProfile,
  useAppDispatch,
  useAppSelector,
  wishlistMerged,
} from '@shop/shared/state';
import { AccountLayout } from '../../parts/AccountLayout';
import { AuthLink } from '../../parts/AuthLink';
import { WishlistCard } from './WishlistCard';

const TITLE = 'Wishlist';

function WishlistItems() {
  const { wishlist, wishlistError } = useAppSelector(selectProfile);
  const dispatch = useAppDispatch();
  if (wishlistError !== null) {
    return (
      <ErrorPanel
        title={`Your wishlist cannot be shown right now: ${wishlistError}`}
        onRetry={() => void dispatch(wishlistMerged([]))}
      />
    );
  }
  if (wishlist.length === 0) {
    return (
      <EmptyState icon={Heart} title="Nothing here yet" text="Tap the heart to save a piece.">
        <ButtonLink to={paths.products}>See all products</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <ProductGrid layout="home">
      {wishlist.map((item) => (
        <WishlistCard key={item.id} item={item} />
      ))}
    </ProductGrid>
  );
}

/** Signed out, the wishlist is stored in the browser; signed in, in the account. */
export function WishlistPage() {
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const { wishlist } = useAppSelector(selectProfile);
  if (isAuthenticated) {
    return (
      <AccountLayout title={TITLE} lead={wishlist.length === 1 ? '1 item' : `${wishlist.length} items`}>
        <WishlistItems />
      </AccountLayout>
    );
  }
  return (
    <Wrap>
      <PageMeta title={TITLE} noIndex />
      <Breadcrumb items={[{ label: 'Home', href: paths.home }, { label: TITLE }]} />
      <PageHead title={TITLE} text="Saved in this browser. Prices and stock may have changed since you saved these.">
        <p>
          <AuthLink to={buildSignInHref(paths.wishlist)}>Log in</AuthLink> to have it on all your devices.
        </p>
      </PageHead>
      <WishlistItems />
    </Wrap>
  );
}
