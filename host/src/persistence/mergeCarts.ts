import { MAX_QUANTITY } from '@shop/shared/contracts/constants';
import type { CartItem } from '@shop/shared/state';

/**
 * A cart that was changed in two places since both knew `base`: what was done here is done to what is there. With no
 * common base, as at sign-in, quantities are added. Lines of here come first.
 */
export const mergeCarts = (
  base: readonly CartItem[],
  local: readonly CartItem[],
  saved: readonly CartItem[],
): CartItem[] => {
  const getQuantity = (items: readonly CartItem[], id: string): number =>
    items.find((item) => item.id === id)?.quantity ?? 0;
  const ids = [...new Set([...local, ...saved].map(({ id }) => id))];
  return ids.flatMap((id) => {
    const item = saved.find((line) => line.id === id) ?? local.find((line) => line.id === id);
    const quantity = getQuantity(saved, id) + getQuantity(local, id) - getQuantity(base, id);
    return item && quantity > 0 ? [{ ...item, quantity: Math.min(quantity, MAX_QUANTITY) }] : [];
  });
};
