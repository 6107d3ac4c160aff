import type { CartItem } from '@shop/shared/state';
import { VisuallyHidden } from '@shop/shared/design-system/VisuallyHidden';
import { CartRow } from './CartRow';
import styles from './CartTable.module.css';

/** A table from 768 px up. Below that rows are displayed as blocks, so roles are set explicitly. */
export function CartTable({ items }: { readonly items: readonly CartItem[] }) {
  return (
    <table className={styles.table} role="table">
      <caption>
        <VisuallyHidden>Products in your cart</VisuallyHidden>
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            Product
          </th>
          <th scope="col" role="columnheader">
            Price
          </th>
          <th scope="col" role="columnheader">
            Quantity
          </th>
          <th scope="col" role="columnheader">
            Subtotal
          </th>
          <th scope="col" role="columnheader">
            <VisuallyHidden>Remove</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {items.map((item) => (
          <CartRow key={item.id} item={item} />
        ))}
      </tbody>
    </table>
  );
}
