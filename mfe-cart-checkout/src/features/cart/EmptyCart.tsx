import { ShoppingBag } from 'lucide-react';
import { Button } from '@shop/shared/design-system/Button';
import { EmptyState } from '@shop/shared/design-system/EmptyState';
import { paths } from '@shop/shared/navigation';
import { useLocation, useNavigate } from 'react-router-dom';

/** The router's key of a page that was loaded from the server. */
const LOADED_PAGE_KEY = 'default';

/** Whether the page before this document, in this tab, is one of the shop. */
const hasPreviousPage = (): boolean =>
  'navigation' in window
    ? window.navigation.canGoBack // counts pages of this origin only
    : history.length > 1 && document.referrer.startsWith(`${location.origin}/`);

/**
 * Texts from product.md 6.5. 'Continue Shopping' goes back in history, or to the listing if there is no previous page.
 */
export function EmptyCart() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const continueShopping = (): void => {
    if (key !== LOADED_PAGE_KEY || hasPreviousPage()) void navigate(-1);
    else void navigate(paths.products);
  };
  return (
    <EmptyState
      headingLevel={1}
      icon={ShoppingBag}
      title="Your Cart is Empty"
      text="Add some products to your cart to see them here."
    >
      <Button onClick={continueShopping}>Continue Shopping</Button>
    </EmptyState>
  );
}
