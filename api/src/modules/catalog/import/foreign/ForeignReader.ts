import { ATTRIBUTES, type ProductImage } from '@shop/contracts';
import type { VariantRow } from '../../productsImportRepository';
import type { ImportProblem } from '../ImportProblem';
import { requireKept, type ParsedProduct } from '../parseProducts';
import { CellError, PRODUCT_CELLS, type NamedPicture, type ParsedCells, type ProductColumn } from '../productCells';
import { toSlug } from '../toSlug';
import type { ForeignColumn } from './ForeignColumn';
import type { ForeignRow } from './ForeignRow';

const MAX_SKU = 64;
const MAX_LABEL = 40;
const MAX_SHORT = 300;

/** A variant as another shop writes it. */
export interface ForeignVariant {
  readonly row: ForeignRow;
  /** Its values of options, such as Gold and 54. */
  readonly values: readonly string[];
  readonly sku: string;
  readonly price: number;
  readonly originalPrice: number | undefined;
  readonly stock: number | undefined;
  readonly picture: string | undefined;
}

/** Returns the file's name of a picture's address. */
const toPictureFile = (url: string): string => {
  const [path = ''] = url.split(/[?#]/);
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** Shares pieces of which only the sum is known. */
export const share = (pieces: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor(pieces / count) + (index < pieces % count ? 1 : 0));

/** The first sentences of a text, at most `MAX_SHORT` characters. */
const summarize = (text: string): string => {
  const [first = ''] = text.split('\n\n');
  if (first.length <= MAX_SHORT) return first;
  const cut = first.slice(0, MAX_SHORT);
  const end = Math.max(...['. ', '! ', '? '].map((mark) => cut.lastIndexOf(mark)));
  return end > 0 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(' ') + 1 || MAX_SHORT - 1).trimEnd()}…`;
};

/** A product that is being read, with the places of its cells. */
export class ForeignProduct {
  private readonly cells: { -readonly [Column in ProductColumn]?: ParsedCells[Column] } = {};
  private readonly places: NonNullable<ParsedProduct['places']> = {};
  private readonly pictures: (NamedPicture | ProductImage)[] = [];
  private categoryNames: readonly string[] = [];
  private brandName: string | undefined;
  private isValid = true;

  constructor(
    private readonly row: ForeignRow,
    private readonly handle: string,
    private readonly report: (problem: ImportProblem) => void,
  ) {}

  /** Runs what may find a cell invalid. Returns undefined and reports it at its place. */
  attempt<T>(row: ForeignRow, heading: string, read: (text: string) => T): T | undefined {
    try {
      return read(requireKept(row.get(heading), row.isDestroyed(heading)));
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      this.report({ line: row.line, column: heading, message: error.message, cause: error.cause });
      this.isValid = false;
      return undefined;
    }
  }

  refuse(row: ForeignRow, heading: string, message: string): void {
    this.report({ line: row.line, column: heading, message });
    this.isValid = false;
  }

  set<Column extends ProductColumn>(
    column: Column,
    value: ParsedCells[Column] | undefined,
    row: ForeignRow,
    heading: string,
  ): void {
    if (value === undefined) return;
    this.cells[column] = value;
    this.places[column] = { line: row.line, column: heading };
  }

  /** Reads a heading as one of our columns. An empty one says nothing. */
  parse<Column extends ProductColumn>(
    column: Column,
    row: ForeignRow,
    heading: string,
    convert: (text: string) => string = (text) => text,
  ): ParsedCells[Column] | undefined {
    const value = this.attempt(row, heading, (text) => {
      const converted = convert(text);
      return converted === '' ? undefined : PRODUCT_CELLS[column].parse(converted);
    });
    this.set(column, value, row, heading);
    return value;
  }

  parseColumns(columns: readonly ForeignColumn[]): void {
    for (const { heading, column, convert } of columns) this.parse(column, this.row, heading, convert);
  }

  nameCategories(names: readonly string[], heading: string): void {
    this.categoryNames = names;
    this.places.category = { line: this.row.line, column: heading };
  }

  nameBrand(name: string, heading: string): void {
    if (name !== '') this.brandName = name;
    this.places.brand = { line: this.row.line, column: heading };
  }

  /** The SKU of the product, or one that is made of what names it. */
  setSku(sku: string, substitute: string, heading: string): void {
    const text = sku === '' ? toSlug(substitute, MAX_SKU).toUpperCase() : sku;
    if (this.row.isDestroyed(heading)) this.parse('sku', this.row, heading);
    else
      this.set(
        'sku',
        this.attempt(this.row, heading, () => PRODUCT_CELLS.sku.parse(text)),
        this.row,
        heading,
      );
  }

  addPicture(url: string, alt: string, row: ForeignRow, heading: string): void {
    if (url === '' || this.pictures.some((picture) => 'file' in picture && picture.url === url)) return;
    if (this.pictures.length === 0) this.places.images = { line: row.line, column: heading };
    this.pictures.push({ file: toPictureFile(url), alt: alt.slice(0, 300), url });
  }

  /** Adds what a shop knows of a product: as one of our attributes if there is one of this name. */
  addAttribute(name: string, values: readonly string[], row: ForeignRow, heading: string): void {
    const attribute = ATTRIBUTES.find(({ id, label }) => [id, label.toLowerCase()].includes(name.toLowerCase()));
    if (attribute) {
      const slugs = values.map((value) => toSlug(value)).filter(Boolean);
      if (slugs.length > 0) this.set(attribute.id, slugs.join(' '), row, heading);
      return;
    }
    if (name === '' || values.length === 0) return;
    const entry = { name: name.slice(0, 80), value: values.join(', ').slice(0, 400) };
    this.set('specifications', [...(this.cells.specifications ?? []), entry], row, heading);
  }

  /** The product costs what its cheapest variant costs. */
  setVariants(variants: readonly ForeignVariant[], label: string, headings: { readonly price: string }): void {
    const [first] = variants;
    if (!first) return;
    const ids = new Set<string>();
    const rows = variants.map(({ values, sku, price, stock, picture }, index): VariantRow => {
      const name = values.join(' / ') || `${index + 1}`;
      const base = toSlug(name, 60) || `${index + 1}`;
      let id = base;
      for (let number = 2; ids.has(id); number += 1) id = `${base}-${number}`;
      ids.add(id);
      const own =
        sku || `${(this.cells.sku ?? '').slice(0, MAX_SKU - 1 - id.length)}-${id.toUpperCase()}`.slice(-MAX_SKU);
      return {
        id,
        name: name.slice(0, 80),
        sku: own,
        price_cents: price,
        stock: stock ?? 0,
        measure: null,
        image: picture === undefined ? null : toPictureFile(picture),
      };
    });
    const cheapest = variants.reduce((a, b) => (b.price < a.price ? b : a));
    this.set('variants', rows, first.row, headings.price);
    this.set('variant_label', label.length > MAX_LABEL || label === '' ? 'Option' : label, first.row, headings.price);
    this.set('price', cheapest.price, cheapest.row, headings.price);
    this.set('original_price', cheapest.originalPrice ?? null, cheapest.row, headings.price);
  }

  /** Returns undefined if a cell is invalid. */
  finish(): ParsedProduct | undefined {
    if (!this.isValid) return undefined;
    const { name = '' } = this.cells;
    const description = this.cells.description ?? this.cells.short_description ?? name;
    const cells = {
      ...this.cells,
      ...(name !== '' && { description, short_description: this.cells.short_description ?? summarize(description) }),
      ...(this.pictures.length > 0 && { images: this.pictures }),
    };
    return {
      line: this.row.line,
      cells,
      categoryNames: this.categoryNames,
      ...(this.brandName !== undefined && { brandName: this.brandName }),
      handle: this.handle,
      places: this.places,
    };
  }
}

/** Collects the products of another shop's file. */
export class ForeignReader {
  readonly products: ParsedProduct[] = [];
  readonly problems: ImportProblem[] = [];
  readonly notices: ImportProblem[] = [];

  constructor(
    private readonly columns: readonly ForeignColumn[],
    readonly now: Date,
  ) {}

  start(row: ForeignRow, handle: string): ForeignProduct {
    const product = new ForeignProduct(row, handle, (problem) => this.problems.push(problem));
    product.parseColumns(this.columns);
    return product;
  }

  add(product: ForeignProduct): void {
    const parsed = product.finish();
    if (parsed) this.products.push(parsed);
  }

  note(row: ForeignRow, column: string, message: string, cause?: string): void {
    this.notices.push({ line: row.line, column, message, ...(cause !== undefined && { cause }) });
  }

  /** Reads a number of pieces. Less than none is none; undefined if the other shop does not count them. */
  readStock(product: ForeignProduct, row: ForeignRow, heading: string): number | undefined {
    const text = row.get(heading);
    if (text === '') return undefined;
    if (/^-\d+(?:\.0+)?$/.test(text)) {
      this.note(row, heading, `is ${text}: the product is sold out`, 'is below 0: the product is sold out');
      return 0;
    }
    return product.attempt(row, heading, (cell) => PRODUCT_CELLS.stock.parse(cell)) ?? undefined;
  }

  noteUncounted(row: ForeignRow, heading: string): void {
    this.note(row, heading, 'has no number of pieces: the product has none to sell until `stock` says how many');
  }
}
