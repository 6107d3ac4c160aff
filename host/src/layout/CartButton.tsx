import type { LucideIcon } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconButton } from '@shop/shared/design-system/IconButton';
import { selectCartCount, useAppSelector } from '@shop/shared/state';
import { useRemoteWidget } from '@shop/shared/remote/useRemoteWidget';
import { WidgetBoundary } from '@shop/shared/remote/WidgetBoundary';
import { useEffect, useState } from 'react';
import { formatCountLabel } from './formatCountLabel';
import { runWhenIdle } from './runWhenIdle';

/** Opens the cart drawer, a widget of mfe-cart-checkout that is loaded on first use. */
export function CartButton({ icon }: { readonly icon: LucideIcon }) {
  const count = useAppSelector(selectCartCount);
  const [open, setOpen] = useState(false);
  const drawer = useRemoteWidget('mfe-cart-checkout', 'CartDrawer', 'The cart did not open. Please try again.', () =>
    setOpen(false),
  );

  // A visitor with items will likely open the cart, and touch screens have no hover to prefetch on.
  const { prefetch } = drawer;
  const hasItems = count > 0;
  useEffect(() => {
    if (hasItems) return runWhenIdle(prefetch);
    return undefined;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- prefetch changes with each render but does the same
  }, [hasItems]);

  const openDrawer = async (): Promise<void> => {
    if (drawer.Widget || (await drawer.load())) setOpen(true);
  };

  return (
    <>
      <IconButton
        label={formatCountLabel('Cart', count)}
        count={count}
        aria-haspopup="dialog"
        onClick={() => void openDrawer()}
        onPointerEnter={drawer.prefetch}
        onFocus={drawer.prefetch}
      >
        <Icon icon={icon} />
      </IconButton>
      {drawer.Widget && (
        <WidgetBoundary key={drawer.boundary.key} onCrash={drawer.boundary.onCrash}>
          <drawer.Widget open={open} onClose={() => setOpen(false)} />
        </WidgetBoundary>
      )}
    </>
  );
}
