import type { ProductVariant } from '@shop/contracts';

/** Variants of rings are named by their millimeters: "54 mm" or "54". */
const readMillimeters = (name: string): number => Number(/^(\d+(?:\.\d+)?)(?:\smm)?$/.exec(name)?.[1]);

export const findSize = (variants: readonly ProductVariant[], mm: number): ProductVariant | undefined =>
  variants.find(({ name }) => readMillimeters(name) === mm);

/** The millimeters of a variant, as in the address of its page; undefined if its name is another text. */
export const toSize = ({ name }: ProductVariant): number | undefined => readMillimeters(name) || undefined;
