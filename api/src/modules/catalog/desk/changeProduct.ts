import type { ProductStatus } from '@shop/contracts';
import type { Actor } from '../../../audit/Actor';
import { insertAudit } from '../../../audit/auditRepository';
import type { Queryable } from '../../../database/Database';
import { ShopError } from '../../../http/ShopError';
import { computeOfferPercent } from '../derivedColumns';
import {
  lockProduct,
  updatePrices,
  updateStatus,
  type ChangeableProduct,
  type NewPrices,
} from './productDeskRepository';

/** One way in which several products change. */
export type ProductChange =
  | { readonly kind: 'status'; readonly status: ProductStatus }
  | { readonly kind: 'price'; readonly percent: number }
  /** 0 ends the sale. */
  | { readonly kind: 'sale'; readonly percent: number };

/** A million dollars. */
const MAX_CENTS = 100_000_000;

const refuse = (reason: string): never => {
  throw new ShopError('PRODUCT_REFUSED', { reason });
};

const addPercent = (cents: number, percent: number): number => {
  const changed = Math.round((cents * (100 + percent)) / 100);
  if (changed < 1) return refuse('A price must be above $0.');
  if (changed > MAX_CENTS) return refuse('A price must be at most $1,000,000.');
  return changed;
};

const changePrices = ({ priceCents, originalPriceCents, variants }: ChangeableProduct, percent: number): NewPrices => {
  const changed = addPercent(priceCents, percent);
  const original = originalPriceCents === null ? null : addPercent(originalPriceCents, percent);
  // Of some cents, rounding leaves nothing of a sale.
  const kept = original !== null && original > changed ? original : null;
  return {
    priceCents: changed,
    originalPriceCents: kept,
    offer: computeOfferPercent(changed, kept),
    variants: variants.map((variant) => ({ ...variant, priceCents: addPercent(variant.priceCents, percent) })),
  };
};

const changeSale = (
  { name, priceCents, originalPriceCents, variants }: ChangeableProduct,
  percent: number,
): NewPrices => {
  if (variants.length > 0) return refuse(`${name} has variants: change their prices one by one.`);
  const before = originalPriceCents ?? priceCents;
  const changed = percent === 0 ? before : addPercent(before, -percent);
  const original = changed < before ? before : null;
  return {
    priceCents: changed,
    originalPriceCents: original,
    offer: computeOfferPercent(changed, original),
    variants: [],
  };
};

/**
 * Changes the status, the price or the sale of a product, which is the merchant's from then on. A change that changes
 * nothing leaves no trace. @throws {ShopError} PRODUCT_NOT_FOUND, PRODUCT_REFUSED.
 */
export const changeProduct = async (
  connection: Queryable,
  id: string,
  change: ProductChange,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<void> => {
  const product = await lockProduct(connection, id);
  if (!product) throw new ShopError('PRODUCT_NOT_FOUND');
  const record = (before: Record<string, unknown>, after: Record<string, unknown>): Promise<void> =>
    insertAudit(connection, { actor, action: 'products.changed', subject: id, before, after }, now);
  if (change.kind === 'status') {
    if (product.status === change.status) return;
    if (change.status === 'published' && !product.isDescribed) refuse(`${product.name} has no description yet.`);
    await updateStatus(connection, id, change.status, now);
    return record({ status: product.status }, { status: change.status });
  }
  const prices = (change.kind === 'price' ? changePrices : changeSale)(product, change.percent);
  const describe = ({
    priceCents,
    originalPriceCents,
    variants,
  }: Pick<ChangeableProduct, 'priceCents' | 'originalPriceCents' | 'variants'>) => ({
    price_cents: priceCents,
    original_price_cents: originalPriceCents,
    ...(variants.length > 0 && {
      variants: Object.fromEntries(variants.map((variant) => [variant.id, variant.priceCents])),
    }),
  });
  const [before, after] = [describe(product), describe(prices)];
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  await updatePrices(connection, id, prices, now);
  await record(before, after);
};
