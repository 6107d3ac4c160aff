import type { Storefront } from '@shop/contracts/storefronts';
import { saveFile } from '@shop/shared/api-client/saveFile';
import { Download } from 'lucide-react';
import { Button } from '../../parts/Button';
import { useStores } from '../../parts/useStores';
import styles from './ImportPage.module.css';

type Columns = readonly (readonly [column: string, text: string])[];

const listNeeded = (stores: readonly Storefront[]): Columns => [
  ['store', `The storefront: ${stores.map(({ slug, name }) => `${slug} (${name})`).join(' or ')}.`],
  ['sku', 'Your own code. A code that the shop knows changes its product, and a new one makes a product.'],
  ['name', 'What shoppers read first. The address of the product is made of it.'],
  ['category', 'The name of a category of that storefront.'],
  ['brand', 'The name of a brand of that storefront.'],
  ['price', 'In dollars, such as 12.50.'],
  ['short_description', 'One line beside the price, and for search engines.'],
  ['description', 'The text of the page. An empty line begins a paragraph.'],
];
const USEFUL: Columns = [
  ['stock', 'How many can be bought. Leave it out later, while orders arrive.'],
  ['status', 'draft, published or archived.'],
  ['images', 'Names of picture files, one a line: ring.jpg | A plain gold ring.'],
  ['original_price', 'The price before a sale, above the price. It is shown crossed out.'],
];

/** Two drafts: who tries the example publishes nothing. */
const writeExample = (stores: readonly Storefront[]): string => {
  const [first, second = first] = stores;
  const columns = [...listNeeded(stores), ...USEFUL].map(([column]) => column);
  const rows = [
    { of: first, sku: 'EXAMPLE-1', name: 'First example', price: '120.00', stock: '3', original_price: '' },
    { of: second, sku: 'EXAMPLE-2', name: 'Second example', price: '8.50', stock: '12', original_price: '10.00' },
  ].map(({ of, ...cells }): Readonly<Record<string, string>> => ({
    ...cells,
    store: of?.slug ?? '',
    category: of?.categories[0]?.name ?? 'First category',
    brand: 'Own work',
    short_description: 'One line, beside the price.',
    description: 'What it is made of, how large it is, and for whom.',
    status: 'draft',
  }));
  const write = (cells: readonly string[]): string => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => `${write(cells)}\r\n`)
    .join('');
};

function ColumnList({ columns }: { readonly columns: Columns }) {
  return (
    <dl className={styles.columns}>
      {columns.map(([column, text]) => (
        <div key={column}>
          <dt>
            <code>{column}</code>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** For who has no file yet. */
export function FileHelp() {
  const stores = useStores();
  return (
    <details className={styles.help}>
      <summary>What a product file looks like</summary>
      <p>A table, saved as CSV: the first line names the columns, and each other line is a product.</p>
      <p>
        <b>New products are in the shop at once, unless the column status says draft.</b>
      </p>
      <h3>What a new product needs</h3>
      <p>Storefront, category and brand can also be chosen below, once for the whole file.</p>
      <ColumnList columns={listNeeded(stores)} />
      <h3>What else is useful</h3>
      <ColumnList columns={USEFUL} />
      <Button icon={Download} onClick={() => saveFile('products-example.csv', writeExample(stores))}>
        Download an example
      </Button>
    </details>
  );
}
