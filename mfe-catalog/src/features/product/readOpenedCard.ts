import type { CardProduct } from '@shop/shared/connected/cardProduct';

/** What a product's page shows before it has the product. Prices in dollars. */
export type OpenedProduct = Pick<
  CardProduct,
  | 'id'
  | 'name'
  | 'category'
  | 'categoryName'
  | 'image'
  | 'hoverImage'
  | 'price'
  | 'originalPrice'
  | 'offer'
  | 'priceFrom'
>;

const TYPES = {
  name: 'string',
  category: 'string',
  categoryName: 'string',
  image: 'string',
  price: 'number',
  offer: 'number',
};

/** Another release of another remote may have written it. */
const isCardOf = (value: unknown, id: string): value is OpenedProduct =>
  typeof value === 'object' &&
  value !== null &&
  Reflect.get(value, 'id') === id &&
  Object.entries(TYPES).every(([field, type]) => typeof Reflect.get(value, field) === type);

/** Returns the card that the shopper pressed to open a product, from the state of the page's location. */
export const readOpenedCard = (state: unknown, id: string): OpenedProduct | undefined => {
  const card = typeof state === 'object' && state !== null && 'card' in state ? state.card : undefined;
  return isCardOf(card, id) ? card : undefined;
};
