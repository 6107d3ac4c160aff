import type { ForeignColumn } from './ForeignColumn';
import type { ForeignReader } from './ForeignReader';
import type { ForeignRow } from './ForeignRow';

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
