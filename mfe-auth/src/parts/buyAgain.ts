import { paths } from '@shop/shared/navigation';
import { addToCart, buildCartLineId, createAppAsyncThunk, notify, type NewCartItem } from '@shop/shared/state';
import type { ProductDetail } from '@shop/shared/contracts';

interface OrderedLine {
  readonly product_id: string;
  readonly variant_id: string | null;
  readonly name: string;
  readonly quantity: number;
}

/**
 * Returns the line at the current price, capped at stock; undefined if the product is sold out or was removed.
 */
const asCartItem = (line: OrderedLine, product: ProductDetail): NewCartItem | undefined => {
  const variant = product.variants.find(({ id }) => id === line.variant_id);
  if (line.variant_id === null ? product.variants.length > 0 : !variant) return undefined;
  const available = variant?.stock ?? product.stock;
  const quantity = Math.min(line.quantity, available);
  if (quantity <= 0) return undefined;
  return {
    id: buildCartLineId(product.id, line.variant_id),
    name: variant ? `${product.name}, ${variant.name}` : product.name,
    image: product.image,
    price: variant?.price ?? product.price,
    category: product.categoryName,
    rating: product.rating,
    productId: product.id,
    variantId: line.variant_id,
    quantity,
    available,
  };
};

/** Adds an order's lines to the cart and reports which are unavailable. */
export const boughtAgain = createAppAsyncThunk(
  'account/boughtAgain',
  async (lines: readonly OrderedLine[], { extra, dispatch }) => {
    const found = await Promise.all(
      lines.map(async (line) => ({ line, result: await extra.products.detail(line.product_id) })),
    );
    const lost: string[] = [];
    let added = 0;
    for (const { line, result } of found) {
      const item = result.ok ? asCartItem(line, result.value) : undefined;
      if (!item) lost.push(line.name);
      else if (dispatch(addToCart(item, null))) added += item.quantity ?? 1;
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
