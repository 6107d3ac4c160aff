import { LOW_STOCK, type StaffProductRow } from '@shop/contracts';
import { Picture } from '@shop/shared/design-system/Picture';
import { formatMoney } from '@shop/shared/format';
import { CircleX, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Column } from '../../list/DataTable';
import { Chip } from '../../parts/Chip';
import { formatInstant, formatWhen } from '../../parts/formatWhen';
import { StoreMark } from '../../parts/StoreMark';
import { describeState, getProductPath } from '../describeProduct';
import styles from './ProductsPage.module.css';

function StateOf({ row }: { readonly row: StaffProductRow }) {
  const { word, ...chip } = describeState(row);
  return <Chip {...chip}>{word}</Chip>;
}

const describeLow = (stock: number, variants: number): string => {
  if (stock === 0) return 'None left';
  return variants > 0 ? 'Few left of a variant' : 'Few left';
};

/** "24 in 6 variants". Few are marked, by more than their color. */
function Stock({ row: { stock, variants, least } }: { readonly row: StaffProductRow }) {
  const isLow = least <= LOW_STOCK;
  const Icon = stock === 0 ? CircleX : TriangleAlert;
  return (
    <span className={styles.stock} data-low={isLow ? (stock === 0 ? 'none' : 'few') : undefined}>
      {isLow && <Icon role="img" aria-label={describeLow(stock, variants)} />}
      {stock}
      {variants > 0 && ` in ${variants} ${variants === 1 ? 'variant' : 'variants'}`}
    </span>
  );
}

/** What a list begins with: brands are many names, and take the room of prices. */
export const listOwnColumns = (): readonly string[] =>
  PRODUCT_COLUMNS.map(({ id }) => id).filter((id) => id !== 'brand');

/** In the sequence of the table. */
export const PRODUCT_COLUMNS: readonly Column<StaffProductRow>[] = [
  {
    id: 'product',
    label: 'Product',
    place: 'main',
    cell: ({ id, name, sku, image }) => (
      <span className={styles.product}>
        <span className={styles.picture}>{image !== '' && <Picture src={image} alt="" sizes="32px" />}</span>
        <span className={styles.name} title={name}>
          <Link to={getProductPath(id)}>{name}</Link> <code>{sku}</code>
        </span>
      </span>
    ),
  },
  { id: 'status', label: 'Status', cell: (row) => <StateOf row={row} /> },
  { id: 'store', label: 'Storefront', place: 'none', cell: ({ store }) => <StoreMark store={store} /> },
  { id: 'category', label: 'Category', place: 'none', cell: ({ category }) => category },
  { id: 'brand', label: 'Brand', place: 'none', cell: ({ brand }) => brand },
  { id: 'stock', label: 'Stock', cell: (row) => <Stock row={row} /> },
  {
    id: 'price',
    label: 'Price',
    isNumber: true,
    cell: ({ price, original_price: original, variants }) => (
      <span className={styles.price}>
        {original !== null && (
          <s>
            <span className={styles.hidden}>Before </span>
            {formatMoney(original)}
          </s>
        )}{' '}
        {variants > 0 && 'from '}
        {formatMoney(price)}
      </span>
    ),
  },
  {
    id: 'changed',
    label: 'Changed',
    place: 'none',
    cell: ({ changed_at: at }) => (
      <time dateTime={at} title={formatInstant(at)}>
        {formatWhen(at)}
      </time>
    ),
  },
];
