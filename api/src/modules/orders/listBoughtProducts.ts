import { convertQuantity, type BoughtProduct } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { listBuyableLines, priceItems, toPricedCart } from '../cart/priceItems';
import { findSellables } from '../cart/sellablesRepository';
import { findBoughtLines } from './boughtProductsRepository';

/** Lists what an account has ordered, with what can be bought again now. Choices such as an engraving are left out. */
export const listBoughtProducts = async (database: Queryable, accountId: string): Promise<BoughtProduct[]> => {
  const bought = await findBoughtLines(database, accountId);
  const sellables = await findSellables(
    database,
    bought.map(({ productId }) => ({ product_id: productId })),
  );
  const items = bought.map(({ productId, variantId, quantity, measure }) => {
    const now = sellables.find((sellable) => sellable.productId === productId && sellable.variantId === variantId);
    return {
      product_id: productId,
      variant_id: variantId,
      quantity: convertQuantity(quantity, measure, now?.measure),
    };
  });
  const priced = toPricedCart(listBuyableLines(priceItems(items, sellables)), null);
  const lines = new Map(priced.lines.map((line) => [line.product_id, line]));
  return bought.map(({ productId, name, image, times }) => ({
    product_id: productId,
    name,
    image,
    times,
    line: lines.get(productId) ?? null,
  }));
};
