import { paths } from '@shop/shared/navigation';
import { createCartLine } from '@shop/shared/connected/createCartLine';
import { addToCart, createAppAsyncThunk, notify, type NewCartItem } from '@shop/shared/state';
import type { Choices, Measure, ProductDetail } from '@shop/contracts';
import { describeChoices } from '@shop/contracts/describeChoices';
import { convertQuantity } from '@shop/contracts/describeMeasure';

interface OrderedLine {
  readonly product_id: string;
  readonly variant_id: string | null;
  readonly choices?: Choices;
  readonly name: string;
  readonly quantity: number;
  readonly measure?: Measure | null | undefined;
}

/**
 * Returns the line at the current price, capped at stock; undefined if the product is sold out, was removed, or cannot
 * be engraved so any more.
 */
const asCartItem = (line: OrderedLine, product: ProductDetail): NewCartItem | undefined => {
  const variant = product.variants.find(({ id }) => id === line.variant_id);
  if (line.variant_id === null ? product.variants.length > 0 : !variant) return undefined;
  const { stock, measure } = variant ?? product;
  const quantity = Math.min(convertQuantity(line.quantity, line.measure, measure), stock);
  if (quantity <= 0) return undefined;
  const choices = line.choices?.engraving && line.choices;
  const { engravingMaxLetters = 0, engravingPrice = 0 } = product.storeFeatures.customization ?? {};
  if ([...(choices?.engraving?.text ?? '')].length > engravingMaxLetters) return undefined;
  const chosen = choices && { choices, suffix: describeChoices(choices), price: engravingPrice };
  return createCartLine(product, { variant, chosen, quantity });
};

/** Adds an order's lines to the cart and reports which are unavailable. */
export const boughtAgain = createAppAsyncThunk(
  'account/boughtAgain',
  async (lines: readonly OrderedLine[], { extra, dispatch }) => {
    const { getProduct } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/products');
    const found = await Promise.all(
      lines.map(async (line) => ({
        line,
        result: await extra.api.request(getProduct, { params: { id: line.product_id } }),
      })),
    );
    const lost: string[] = [];
    let added = 0;
    for (const { line, result } of found) {
      const item = result.ok ? asCartItem(line, result.value.data) : undefined;
      if (!item) lost.push(line.name);
      else if (dispatch(addToCart(item, null))) added += item.measure?.stepGrams ? 1 : (item.quantity ?? 1);
    }
    if (added > 0)
      dispatch(
        notify(`${added} ${added === 1 ? 'product' : 'products'} added to your cart`, 'status', {
          label: 'View cart',
          href: paths.cart,
        }),
      );
    if (lost.length > 0) dispatch(notify(`Not available right now: ${lost.join(', ')}`, 'alert'));
  },
);
