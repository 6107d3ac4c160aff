import { ShoppingBag } from 'lucide-react';
import { Button } from '@shop/shared/design-system/Button';
import { EmptyState } from '@shop/shared/design-system/EmptyState';
import { paths } from '@shop/shared/navigation';
import { useLocation, useNavigate } from 'react-router-dom';

/** Location key of the first page of a visit: there is no previous page in the shop. */
const FIRST_PAGE_KEY = 'default';

/**
 * Texts from product.md 6.5. 'Continue Shopping' goes back in history, or to the listing if there is no previous page.
 */
export function EmptyCart() {
  const navigate = useNavigate();
  const { key } = useLocation();
  return (
    <EmptyState
      headingLevel={1}
      icon={ShoppingBag}
      title="Your Cart is Empty"
      text="Add some products to your cart to see them here."
    >
      <Button onClick={() => void (key === FIRST_PAGE_KEY ? navigate(paths.products) : navigate(-1))}>
        Continue Shopping
      </Button>
    </EmptyState>
  );
}
