import { ShoppingBag } from 'lucide-react';
import { Button } from '@shop/shared/design-system/Button';
import { EmptyState } from '@shop/shared/design-system/EmptyState';
import { paths } from '@shop/shared/navigation';
import { useLocation, useNavigate } from 'react-router-dom';

/** The router's key of a page that was loaded from the server. */
const LOADED_PAGE_KEY = 'default';

/** Whether a link on a page of the shop led to this document, in the same tab. */
const wasLinked = (): boolean =>
  window.history.length > 1 && document.referrer.startsWith(`${window.location.origin}/`);

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
      <Button onClick={() => void (key !== LOADED_PAGE_KEY || wasLinked() ? navigate(-1) : navigate(paths.products))}>
        Continue Shopping
      </Button>
    </EmptyState>
  );
}
