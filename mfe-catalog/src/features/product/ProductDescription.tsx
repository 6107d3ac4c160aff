import { Check } from 'lucide-react';
import type { ProductDetail } from '@shop/contracts';
import { ATTRIBUTES, toValueLabel } from '@shop/contracts/facets';
import { Icon } from '@shop/shared/design-system/Icon';
import styles from './ProductDescription.module.css';

/** product.md 5.3 names these rows; attributes that it does not name follow them. */
const FIRST_ROWS: readonly string[] = ['Material', 'Color', 'Stone', 'Brand'];
const rankRow = (name: string): number => (FIRST_ROWS.includes(name) ? FIRST_ROWS.indexOf(name) : FIRST_ROWS.length);

/** Lists attributes and brand in the order of product.md 5.3. */
const listAttributes = (product: ProductDetail): ProductDetail['specifications'] =>
  [
    ...ATTRIBUTES.map((attribute) => ({
      name: attribute.label,
      value: toValueLabel(attribute, product[attribute.id]),
    })),
    { name: 'Brand', value: product.brandName },
  ].sort((a, b) => rankRow(a.name) - rankRow(b.name));

/**
 * product.md 5.3: short description, full description with its line breaks, features, and the table without empty rows.
 */
export function ProductDescription({ product }: { readonly product: ProductDetail }) {
  const { shortDescription, description, features, specifications } = product;
  const rows = [...listAttributes(product), ...specifications].filter(({ value }) => value !== '');

  return (
    <div className={styles.columns}>
      <div>
        <p className={styles.lead}>{shortDescription}</p>
        <p className={styles.text}>{description}</p>
        {features.length > 0 && (
          <>
            <h2 className={styles.title}>Features</h2>
            <ul className={styles.features}>
              {features.map((feature) => (
                <li key={feature}>
                  <Icon icon={Check} />
                  {feature}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div>
        <h2 className={styles.title}>Product Information</h2>
        <table className={styles.table}>
          <tbody>
            {rows.map(({ name, value }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
