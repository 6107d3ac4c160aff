import {
  computeDiscountCents,
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
  /** One line for each existing product or variant; quantities of duplicates are added. */
  readonly lines: readonly SoldLine[];
  readonly subtotalCents: number;
  /** True if an item is no longer sold. */
  readonly hasMissingItems: boolean;
}

const buildKey = (productId: string, variantId: string | null): string => JSON.stringify([productId, variantId]);

export const sumCents = (lines: readonly Pick<SoldLine, 'priceCents' | 'quantity'>[]): number =>
  lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);

/** Prices the items with the server's prices. */
export const priceItems = (items: readonly OrderItemInput[], sellables: readonly Sellable[]): PricedItems => {
  const sold = new Map(sellables.map((sellable) => [buildKey(sellable.productId, sellable.variantId), sellable]));
  const lines = new Map<string, SoldLine>();
  let hasMissingItems = false;
  for (const item of items) {
    const key = buildKey(item.product_id, item.variant_id);
    const sellable = sold.get(key);
    if (sellable) lines.set(key, { ...sellable, quantity: item.quantity + (lines.get(key)?.quantity ?? 0) });
    else hasMissingItems = true;
  }
  return { lines: [...lines.values()], subtotalCents: sumCents([...lines.values()]), hasMissingItems: hasMissingItems };
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

/** Returns the purchasable lines: quantities are capped at stock; sold-out products are dropped. */
export const listBuyableLines = ({ lines }: PricedItems): SoldLine[] =>
  lines
    .map((line) => ({ ...line, quantity: Math.min(line.quantity, line.stock, MAX_QUANTITY) }))
    .filter(({ quantity }) => quantity > 0);

/** Builds the wire format of a cart. */
export const toPricedCart = (lines: readonly SoldLine[], coupon: Coupon | null): PricedCart => {
  const subtotalCents = sumCents(lines);
  const reductionCents = coupon ? computeDiscountCents(coupon, lines) : 0;
  return {
    lines: lines.map(toPricedLine),
    coupon,
    subtotal: subtotalCents / 100,
    discount: reductionCents / 100,
    total: (subtotalCents - reductionCents) / 100,
  };
};
