import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Nullable } from './endpoint';

const MAX_GRAMS = 1_000_000;
const Grams = Type.Integer({ minimum: 1, maximum: MAX_GRAMS });

/** How much a piece is: of a pack `grams`; of goods sold loose, which are counted in steps, `stepGrams`. */
export const Measure = Type.Object({
  /** Net weight; milliliters of liquids. */
  grams: Type.Optional(Grams),
  liquid: Type.Optional(Type.Boolean()),
  /** Price, stock and quantity count steps of this weight. */
  stepGrams: Type.Optional(Grams),
});
export type Measure = Static<typeof Measure>;

/** Absent from older releases; null if it is not sold by weight. */
export const OptionalMeasure = Type.Optional(Nullable(Measure));
