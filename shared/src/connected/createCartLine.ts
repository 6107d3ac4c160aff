import { buildCartLineId, type NewCartItem } from '@shop/shared/state';
import type { Choices } from '@shop/contracts/choices';
import type { Product, ProductVariant } from '@shop/contracts/products';

/** What a line needs of its product. */
interface LineProduct extends Pick<Product, 'id' | 'name' | 'image' | 'price' | 'categoryName' | 'rating' | 'measure'> {
  /** Undefined if it is not known. */
  readonly stock?: number | undefined;
}

interface LineOptions {
  readonly variant?: ProductVariant | undefined;
  /** What the shopper chose, what follows the name for it, and what it costs per piece. */
  readonly chosen?: { readonly choices: Choices; readonly suffix: string; readonly price: number } | undefined;
  /** One more of the product by default. */
  readonly quantity?: number;
}

/** Converts a product, as it was chosen, to what `addToCart` adds. */
export const createCartLine = (product: LineProduct, { variant, chosen, quantity }: LineOptions = {}): NewCartItem => {
  const { price, stock, measure } = variant ?? product;
  const variantId = variant?.id ?? null;
  return {
    id: buildCartLineId(product.id, variantId, chosen?.choices),
    name: (variant ? `${product.name}, ${variant.name}` : product.name) + (chosen?.suffix ?? ''),
    image: variant?.image ?? product.image,
    price: price + (chosen?.price ?? 0),
    category: product.categoryName,
    rating: product.rating,
    productId: product.id,
    variantId,
    choices: chosen?.choices,
    quantity,
    available: stock,
    measure,
  };
};
