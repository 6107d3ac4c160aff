import { formatJson, printTable } from './printTable';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

interface PageFormat<Item> {
  /** What is listed, such as "orders". */
  readonly noun: string;
  readonly headings: readonly string[];
  readonly toRow: (item: Item) => readonly string[];
  readonly json: boolean;
}

/** Prints a page of a list as a table or as JSON. */
export const printPage = <Item>(
  list: Page<Item>,
  { noun, headings, toRow, json }: PageFormat<Item>,
  print: (line: string) => void,
): void => {
  const { items, total, page, pageSize } = list;
  if (json) return print(formatJson(list));
  if (items.length === 0)
    return print(
      total === 0 ? `No ${noun}.` : `There is no page ${page}: ${total} ${noun} make ${Math.ceil(total / pageSize)}.`,
    );
  printTable(headings, items.map(toRow), print);
  const first = (page - 1) * pageSize + 1;
  const last = first + items.length - 1;
  print(`${first} to ${last} of ${total}${total > last ? `; --page ${page + 1} shows more` : ''}`);
};
