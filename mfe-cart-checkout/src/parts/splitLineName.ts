import { describeChoices } from '@shop/contracts/describeChoices';
import type { CartItem } from '@shop/shared/state';

const SEPARATOR = ', ';

/** Returns the product's name and the chosen options: `Halo Ring`, [`52 mm`, `engraved “Always” (script)`]. */
export const splitLineName = ({
  name,
  variantId,
  choices,
}: Pick<CartItem, 'name' | 'variantId' | 'choices'>): { readonly product: string; readonly options: string[] } => {
  const options: string[] = [];
  let product = name;
  const cut = (at: number): void => {
    if (at <= 0) return;
    options.unshift(product.slice(at + SEPARATOR.length));
    product = product.slice(0, at);
  };
  const suffix = describeChoices(choices);
  if (suffix !== '' && name.endsWith(suffix)) cut(name.length - suffix.length);
  if (variantId !== null) cut(product.lastIndexOf(SEPARATOR));
  return { product, options };
};
