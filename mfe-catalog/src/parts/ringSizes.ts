import type { ProductFeatures, ProductVariant } from '@shop/contracts';
import { RING_SIZE_CHART, type RingSize } from './ringSizeChart';

/** Variants of rings are named by their millimeters: "54 mm" or "54". */
const readMillimeters = (name: string): number => Number(/^(\d+(?:\.\d+)?)(?:\smm)?$/.exec(name)?.[1]);

export const findSize = (variants: readonly ProductVariant[], mm: number): ProductVariant | undefined =>
  variants.find(({ name }) => readMillimeters(name) === mm);

/** The millimeters of a variant, as in the address of its page; undefined if its name is another text. */
export const toSize = ({ name }: ProductVariant): number | undefined => readMillimeters(name) || undefined;

/** The sizes that a ring brings itself, or those that all rings share. */
export const readChart = ({ sizeGuide = [] }: ProductFeatures): readonly RingSize[] =>
  sizeGuide.length > 0 ? sizeGuide : RING_SIZE_CHART;

/** The variants' sizes in all scales; undefined if the chart lacks one. */
export const listRingSizes = (
  variants: readonly ProductVariant[],
  chart: readonly RingSize[],
): readonly RingSize[] | undefined => {
  const sizes = variants.flatMap((variant) => chart.find(({ mm }) => mm === toSize(variant)) ?? []);
  return sizes.length === variants.length ? sizes : undefined;
};

/** "US 7 (54 mm)". */
export const describeRingSize = (mm: number, chart: readonly RingSize[]): string => {
  const size = chart.find((known) => known.mm === mm);
  return size ? `US\u00a0${size.us} (${mm}\u00a0mm)` : `${mm}\u00a0mm`;
};
