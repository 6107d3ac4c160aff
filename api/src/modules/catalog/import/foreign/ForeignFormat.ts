import type { ProductColumn } from '../productCells';
import type { ForeignReader } from './ForeignReader';
import type { ForeignRow } from './ForeignRow';

/** A heading of another shop that stands for one of our columns. */
export interface ForeignColumn {
  readonly heading: string;
  readonly column: ProductColumn;
  /** Returns the text that our column would have; '' says nothing. */
  readonly convert: (text: string) => string;
}

/** An export of another shop. */
export interface ForeignFormat {
  readonly name: string;
  /** Headings are in small letters. */
  readonly recognizes: (headings: ReadonlySet<string>) => boolean;
  /** Other names of the same headings. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** What stands in the first row of a product. */
  readonly columns: readonly ForeignColumn[];
  readonly read: (rows: readonly ForeignRow[], reader: ForeignReader) => void;
}
