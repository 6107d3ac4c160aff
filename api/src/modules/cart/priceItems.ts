import {
  computeDiscountCents,
  MAX_QUANTITY,
  serializeChoices,
  type Choices,
  type Coupon,
  type OrderItemInput,
  type PricedCart,
  type PricedLine,
  type Substitution,
} from '@shop/contracts';
import { hasFeature } from '../catalog/hasFeature';
import { addChoices } from './addChoices';
import type { Sellable } from './sellablesRepository';

export interface SoldLine extends Sellable {
  readonly quantity: number;
  readonly choices?: Choices;
  /** Part of `priceCents`. */
  readonly choicesCents?: number;
  readonly substitution?: Substitution;
}

export interface PricedItems {
  /** One line for each existing product or variant and choice; quantities of duplicates are added. */
  readonly lines: readonly SoldLine[];
  readonly subtotalCents: number;
  /** True if an item is no longer sold, or not with these choices. */
  readonly hasMissingItems: boolean;
}

const buildKey = (productId: string, variantId: string | null, choices?: Choices): string =>
  JSON.stringify([productId, variantId, serializeChoices(choices)]);

export const sumCents = (lines: readonly Pick<SoldLine, 'priceCents' | 'quantity'>[]): number =>
  lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);

/** Goods sold loose are for storefronts that sell by weight: elsewhere a quantity would be shown as pieces. */
const isSold = ({ measure, store }: Sellable): boolean => !measure?.stepGrams || hasFeature(store, 'weight-options');

/** Prices the items with the server's prices. */
export const priceItems = (items: readonly OrderItemInput[], sellables: readonly Sellable[]): PricedItems => {
  const sold = new Map(sellables.map((sellable) => [buildKey(sellable.productId, sellable.variantId), sellable]));
  const lines = new Map<string, SoldLine>();
  let hasMissingItems = false;
  for (const item of items) {
    const sellable = sold.get(buildKey(item.product_id, item.variant_id));
    const line = sellable && isSold(sellable) && addChoices(sellable, item.choices);
    const key = buildKey(item.product_id, item.variant_id, item.choices);
    const before = lines.get(key);
    const substitution = item.substitution ?? before?.substitution;
    const quantity = item.quantity + (before?.quantity ?? 0);
    if (line) lines.set(key, { ...line, quantity, ...(substitution && { substitution }) });
    else hasMissingItems = true;
  }
  return { lines: [...lines.values()], subtotalCents: sumCents([...lines.values()]), hasMissingItems: hasMissingItems };
};

const toPricedLine = ({
  productId,
  variantId,
  choices,
  name,
  image,
  category,
  rating,
  priceCents,
  quantity,
  stock,
  measure,
}: SoldLine): PricedLine => ({
  product_id: productId,
  variant_id: variantId,
  ...(choices && { choices }),
  name,
  image,
  category,
  rating,
  unit_price: priceCents / 100,
  quantity,
  available: stock,
  measure,
});

/**
 * Returns the purchasable lines: quantities are capped at the stock, which the lines of a product share; sold-out
 * products are dropped.
 */
export const listBuyableLines = ({ lines }: PricedItems): SoldLine[] => {
  const taken = new Map<string, number>();
  return lines.flatMap((line) => {
    const key = buildKey(line.productId, line.variantId);
    const before = taken.get(key) ?? 0;
    const quantity = Math.min(line.quantity, line.stock - before, MAX_QUANTITY);
    taken.set(key, before + Math.max(quantity, 0));
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
};

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
