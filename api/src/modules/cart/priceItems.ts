import {
  discountCents,
  MAX_QUANTITY,
  type Coupon,
  type OrderItemInput,
  type PricedCart,
  type PricedLine,
} from '@shop/shared/contracts';
import type { Sellable } from './sellablesRepository';

export interface SoldLine extends Sellable {
  readonly quantity: number;
}

export interface PricedItems {
  /** One line for each product or variant asked for that exists; quantities of the same one are added. */
  readonly lines: readonly SoldLine[];
  readonly subtotalCents: number;
  /** Something asked for is not sold any more. */
  readonly somethingIsGone: boolean;
}

const keyOf = (productId: string, variantId: string | null): string => JSON.stringify([productId, variantId]);

export const sumCents = (lines: readonly Pick<SoldLine, 'priceCents' | 'quantity'>[]): number =>
  lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);

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
  return { lines: [...lines.values()], subtotalCents: sumCents([...lines.values()]), somethingIsGone };
};

const toPricedLine = ({
  productId,
  variantId,
  name,
  image,
  category,
  rating,
  priceCents,
  quantity,
  stock,
}: SoldLine): PricedLine => ({
  product_id: productId,
  variant_id: variantId,
  name,
  image,
  category,
  rating,
  unit_price: priceCents / 100,
  quantity,
  available: stock,
});

/** What of the items can be bought now: quantities capped by stock, what is sold out or gone left out. */
export const buyableLines = ({ lines }: PricedItems): SoldLine[] =>
  lines
    .map((line) => ({ ...line, quantity: Math.min(line.quantity, line.stock, MAX_QUANTITY) }))
    .filter(({ quantity }) => quantity > 0);

/** The cart as the wire carries it. */
export const toPricedCart = (lines: readonly SoldLine[], coupon: Coupon | null): PricedCart => {
  const subtotalCents = sumCents(lines);
  const off = coupon ? discountCents(coupon, subtotalCents) : 0;
  return {
    lines: lines.map(toPricedLine),
    coupon,
    subtotal: subtotalCents / 100,
    discount: off / 100,
    total: (subtotalCents - off) / 100,
  };
};
