import { Heart } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconLink } from '@shop/shared/design-system/IconButton';
import { paths } from '@shop/shared/navigation';
import { selectWishlistCount, useAppSelector } from '@shop/shared/state';
import { formatCountLabel } from './formatCountLabel';

export function WishlistLink() {
  const count = useAppSelector(selectWishlistCount);
  return (
    <IconLink label={formatCountLabel('Wishlist', count)} count={count} to={paths.wishlist}>
      <Icon icon={Heart} />
    </IconLink>
  );
}
