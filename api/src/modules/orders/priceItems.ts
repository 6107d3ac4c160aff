import type { OrderItemInput, PricedLine } from '@shop/shared/contracts';
import type { Sellable } from './ordersRepository';

export interface SoldLine extends Sellable {
  readonly quantity: number;
}

export interface PricedItems {
  /** One line for each product or variant asked for that exists; quantities of the same one are added. */
  readonly lines: readonly SoldLine[];
  readonly totalCents: number;
  /** Something asked for is not sold any more. */
  readonly somethingIsGone: boolean;
}

const keyOf = (productId: string, variantId: string | null): string => JSON.stringify([productId, variantId]);

/** What the items cost by the server's own prices. */
export const priceItems = (items: readonly OrderItemInput[], sellables: readonly Sellable[]): PricedItems => {
  const sold = new Map(sellables.map((sellable) => [keyOf(sellable.productId, sellable.variantId), sellable]));
  const lines = new Map<string, SoldLine>();
  let somethingIsGone = false;
  for (const item of items) {
    const key = keyOf(item.product_id, item.variant_id);
    const sellable = sold.get(key);
    if (sellable) lines.set(key, { ...sellable, quantity: item.quantity + (lines.get(key)?.quantity ?? 0) });
    else somethingIsGone = true;
  }
  const totalCents = [...lines.values()].reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
  return { lines: [...lines.values()], totalCents, somethingIsGone };
};

/** The cart as it can be bought now: quantities capped by stock, what is sold out or gone left out. */
export const toFreshCart = ({ lines }: PricedItems): { lines: PricedLine[]; total: number } => {
  const fresh = lines.flatMap((line): PricedLine[] => {
    const quantity = Math.min(line.quantity, line.stock, 99);
    if (quantity <= 0) return [];
    const { productId: product_id, variantId: variant_id, name, image, stock: available } = line;
    return [{ product_id, variant_id, name, image, unit_price: line.priceCents / 100, quantity, available }];
  });
  return { lines: fresh, total: fresh.reduce((cents, line) => cents + Math.round(line.unit_price * 100) * line.quantity, 0) / 100 };
};
