import { Check } from 'lucide-react';
import type { ProductDetail } from '@shop/shared/contracts';
import { Icon } from '@shop/shared/design-system/Icon';
import { SizeGuide } from './SizeGuide';
import styles from './ProductDescription.module.css';

const capitalise = (slug: string): string => slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');

/**
 * product.md 5.3: short description, full description with its line breaks, features, and the table without empty rows.
 */
export function ProductDescription({ product }: { readonly product: ProductDetail }) {
  const { shortDescription, description, features, specifications, storeFeatures } = product;
  const rows = [
    { name: 'Material', value: capitalise(product.material) },
    { name: 'Color', value: capitalise(product.color) },
    { name: 'Stone', value: capitalise(product.stone) },
    { name: 'Brand', value: product.brandName },
    ...specifications,
  ].filter(({ value }) => value !== '');

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
        {storeFeatures.sizeGuide && <SizeGuide sizes={storeFeatures.sizeGuide} />}
      </div>
    </div>
  );
}
