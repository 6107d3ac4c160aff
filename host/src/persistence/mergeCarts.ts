import { MAX_ORDER_LINES, MAX_QUANTITY } from '@shop/contracts/constants';
import type { CartItem } from '@shop/shared/state';

/**
 * Three-way merge of a cart that changed in two places since `base`: applies the local changes to the saved cart.
 * Without a common base, as at sign-in, quantities are added. Items of `local` come first; those beyond what a cart
 * holds are left out.
 */
export const mergeCarts = (
  base: readonly CartItem[],
  local: readonly CartItem[],
  saved: readonly CartItem[],
): CartItem[] => {
  const getQuantity = (items: readonly CartItem[], id: string): number =>
    items.find((item) => item.id === id)?.quantity ?? 0;
  const ids = [...new Set([...local, ...saved].map(({ id }) => id))];
  const items = ids.flatMap((id) => {
    const item = saved.find((line) => line.id === id) ?? local.find((line) => line.id === id);
    const quantity = getQuantity(saved, id) + getQuantity(local, id) - getQuantity(base, id);
    return item && quantity > 0 ? [{ ...item, quantity: Math.min(quantity, MAX_QUANTITY) }] : [];
  });
  return items.slice(0, MAX_ORDER_LINES);
};
