import type { CsvRecord } from '../readCsv';

/** A row of another shop's file, read by headings in any case. */
export class ForeignRow {
  constructor(
    private readonly record: CsvRecord,
    private readonly indexes: ReadonlyMap<string, number>,
    /** Collects which headings are read. */
    private readonly used: Set<string>,
  ) {}

  get line(): number {
    return this.record.line;
  }

  /** Returns '' for a heading that the file does not have. */
  get(heading: string): string {
    const name = heading.toLowerCase();
    this.used.add(name);
    return this.record.cells[this.indexes.get(name) ?? -1]?.trim() ?? '';
  }

  isDestroyed(heading: string): boolean {
    return this.record.destroyed.includes(this.indexes.get(heading.toLowerCase()) ?? -1);
  }
}
