import type { ProductColumn } from '../productCells';

/** A heading of another shop that stands for one of our columns. */
export interface ForeignColumn {
  readonly heading: string;
  readonly column: ProductColumn;
  /** Returns the text that our column would have; '' says nothing. */
  readonly convert: (text: string) => string;
}
